/**
 * Packages of other products, and of databases, that have users of their own, and hand out nothing that isn't theirs: a
 * name, or a scope. Source: their documentation.
 */
const OTHER_PRODUCTS: ReadonlySet<string> = new Set([
  // Users, sessions and Organizations
  '@auth0/',
  '@descope/',
  '@fusionauth/',
  '@keycloak/',
  '@kinde/',
  '@kinde-oss/',
  '@logto/',
  '@magic-sdk/',
  '@okta/',
  '@ory/',
  '@propelauth/',
  '@stytch/',
  '@supabase/',
  '@workos-inc/',
  'amazon-cognito-identity-js',
  'appwrite',
  'auth0',
  'aws-amplify',
  'better-auth',
  'firebase',
  'firebase-admin',
  'keycloak-js',
  'lucia',
  'next-auth',
  'node-appwrite',
  'pocketbase',
  'stytch',
  'supertokens-node',
  // Data that users and metadata are kept in
  '@google-cloud/firestore',
  '@liveblocks/',
  '@mikro-orm/',
  '@neondatabase/',
  '@prisma/client',
  'bookshelf',
  'dynamodb-onetable',
  'dynamoose',
  'knex',
  'kysely',
  'mongodb',
  'mongoose',
  'mysql2',
  'objection',
  'pg',
  'sequelize',
  'sequelize-typescript',
  'typeorm',
  // Metadata of other things
  'algoliasearch',
  'intercom-client',
  'openai',
  'stream-chat',
  'stripe',
]);

/** The functions that make something of the package's own, which has an `update()`: a slice of a store. */
const MAKERS: Readonly<Record<string, readonly string[]>> = { '@reduxjs/toolkit': ['createSlice'] };

/** Whether all that comes from a package is known to be its own. */
export function isForeignPackage(name: string): boolean {
  return OTHER_PRODUCTS.has(name) || OTHER_PRODUCTS.has(name.replace(/[^/]*$/, ''));
}

/** Whether a function or method of a package, by its name there, makes something of the package's own. */
export function makesOwn(name: string, packageName: string): boolean {
  return Object.hasOwn(MAKERS, packageName) && (MAKERS[packageName]?.includes(name) ?? false);
}
