/**
 * Packages of other products that have users and Organizations of their own, and hand out nothing that isn't theirs.
 * Source: their documentation.
 */
const OTHER_PRODUCTS: ReadonlySet<string> = new Set([
  '@kinde/management-api-js',
  '@okta/okta-sdk-nodejs',
  '@supabase/supabase-js',
  '@workos-inc/node',
  'auth0',
  'firebase',
  'firebase-admin',
  'stripe',
  'stytch',
]);

/** What gives a row of a class that extends Sequelize's model. */
const OF_MODELS: readonly string[] = ['build', 'create', 'findByPk', 'findOne'];

/**
 * The functions and methods that make something of the package's own, which has an `update()`: a model of a database,
 * a slice of a store.
 */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  '@reduxjs/toolkit': ['createSlice'],
  'dynamodb-onetable': ['getModel'],
  mongoose: ['model'],
  sequelize: ['define', ...OF_MODELS],
  'sequelize-typescript': OF_MODELS,
  typeorm: ['getRepository'],
};

/** Whether all that a package exports is known to be its own. */
export function isForeignPackage(name: string): boolean {
  return name.startsWith('node:') || OTHER_PRODUCTS.has(name);
}

/** Whether a function or method of a package, by its name there, makes something of the package's own. */
export function makesOwn(name: string, packageName: string): boolean {
  return Object.hasOwn(MAKERS, packageName) && (MAKERS[packageName]?.includes(name) ?? false);
}
