/**
 * Words of those who record, store, pass on or check what they are given, and add nothing to it: loggers, databases, queues, validators, replies.
 * `auditLogger.info(params)`, `this.db.user.create({ data: params })`, `new RenameJob(params)`: a word of the path counts.
 */
export const RECORDERS: ReadonlySet<string> = new Set([
  'log', 'logs', 'logger', 'logging', 'console', 'winston', 'pino', 'sentry', 'bugsnag', 'rollbar', 'analytics', 'posthog', 'mixpanel', 'amplitude', 'metrics', 'telemetry', 'tracer', 'span', 'audit',
  'db', 'database', 'prisma', 'knex', 'mongo', 'mongoose', 'drizzle', 'redis', 'kv', 'pg', 'pool', 'sql', 'supabase', 'firestore', 'repository', 'repo', 'dao', 'table', 'collection', 'orm', 'tx', 'trx',
  'queue', 'queues', 'bull', 'kafka', 'producer', 'publisher', 'broker', 'sqs', 'sns', 'pubsub', 'amqp', 'bus', 'emitter', 'inngest', 'scheduler', 'job', 'jobs', 'task', 'event', 'events', 'message',
  'schema', 'validator', 'zod', 'joi', 'yup', 'ajv',
  'res', 'response', 'reply', 'socket', 'mailer', 'slack', 'webhook', 'webhooks',
  'error',
]);

/** What functions and methods are called after that record, send or check: the first word of `logRename(params)`, `store.save(params)`. */
export const RECORDING_VERBS: ReadonlySet<string> = new Set([
  'log', 'debug', 'info', 'warn', 'error', 'trace', 'print', 'audit', 'track', 'report', 'record', 'capture',
  'validate', 'assert', 'check', 'verify', 'is', 'has', 'expect', 'compare', 'equals',
  'enqueue', 'publish', 'emit', 'send', 'dispatch', 'notify', 'broadcast', 'schedule',
  'save', 'store', 'persist', 'insert', 'hash', 'serialize', 'stringify',
]);

/** The same of methods alone: a function `updateParams(params)` may well change them. */
export const RECORDING_METHODS: ReadonlySet<string> = new Set([
  ...RECORDING_VERBS, 'add', 'push', 'put', 'post', 'patch', 'request', 'create', 'update', 'upsert', 'replace', 'json', 'parse', 'safe', 'test', 'values', 'write',
]);

/** What may follow such a method's verb: `updateMany`, `addJob`, `updateUser`. */
export const SUBJECTS: ReadonlySet<string> = new Set([
  'one', 'many', 'all', 'batch', 'bulk', 'job', 'task', 'event', 'message', 'row', 'record', 'document', 'user', 'users', 'organization', 'member', 'account', 'profile', 'item', 'entry',
]);

/** What a name says of a function that does more than that: `validateAndFill`, `saveWithDefaults`. */
export const CHANGING_WORDS: ReadonlySet<string> = new Set(['and', 'default', 'defaults', 'with']);

/** Words that say nothing of what something is for. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(['adapter', 'client', 'connection', 'instance', 'manager', 'provider', 'service', 'store']);
