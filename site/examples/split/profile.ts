import { clerkClient } from '@clerk/express';

interface Profile {
  firstName: string;
  lastName: string;
  locale: string;
}

export async function saveProfile(userId: string, profile: Profile) {
  return clerkClient.users.updateUser(userId, {
    firstName: profile.firstName,
    lastName: profile.lastName,
    privateMetadata: { locale: profile.locale },
  });
}
