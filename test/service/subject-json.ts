/**
 * Users and Organizations as the service says them: as much as the SDKs need to make their objects from. Times stand
 * still, since two programs are compared by what they return, and one may make two requests where the other made one.
 */
import type { Json, JsonObject, Subject } from './store.ts';

const PICTURE: JsonObject = { image_url: 'https://img.example/1', has_image: false };
const TIMES: JsonObject = { created_at: 1_700_000_000_000, updated_at: 1_700_000_000_000 };

const PHONE = {
  object: 'phone_number',
  id: 'idn_1',
  phone_number: '+15550100',
  verification: null,
  linked_to: [],
  backup_codes: null,
};

/** For the Backend API. */
export function userJson(subject: Subject): JsonObject {
  return { ...browserUserJson(subject), private_metadata: stored(subject.metadata.privateMetadata) };
}

/** For the Frontend API, which never shows private metadata. */
export function browserUserJson(subject: Subject): JsonObject {
  const { publicMetadata, unsafeMetadata } = subject.metadata;
  return {
    object: 'user',
    id: subject.id,
    first_name: null,
    last_name: null,
    username: null,
    banned: false,
    email_addresses: [],
    phone_numbers: [PHONE],
    primary_phone_number_id: PHONE.id,
    web3_wallets: [],
    external_accounts: [],
    enterprise_accounts: [],
    saml_accounts: [],
    passkeys: [],
    organization_memberships: [],
    ...PICTURE,
    ...TIMES,
    ...subject.general,
    public_metadata: stored(publicMetadata),
    unsafe_metadata: stored(unsafeMetadata),
  };
}

export function organizationJson(subject: Subject): JsonObject {
  const { publicMetadata, privateMetadata } = subject.metadata;
  return {
    object: 'organization',
    id: subject.id,
    name: subject.id,
    slug: null,
    max_allowed_memberships: 5,
    ...PICTURE,
    ...TIMES,
    ...subject.general,
    public_metadata: stored(publicMetadata),
    private_metadata: stored(privateMetadata),
  };
}

/** What was never stored reads as an empty object. */
function stored(value: Json | undefined): Json {
  return value === undefined ? {} : value;
}
