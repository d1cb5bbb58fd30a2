/**
 * Words of those who record, store, pass on or check what they are given, and add nothing to it: loggers, databases, queues, validators, replies.
 * `auditLogger.info(params)`, `this.db.user.create({ data: params })`, `new RenameJob(params)`: a word of the path counts.
 */
export const RECORDERS: ReadonlySet<string> = new Set([
  'log', 'logs', 'logger', 'logging', 'console', 'winston', 'pino', 'sentry', 'bugsnag', 'rollbar', 'analytics', 'posthog', 'mixpanel', 'amplitude', 'metrics', 'telemetry', 'tracer', 'audit',
  'db', 'database', 'prisma', 'knex', 'mongo', 'mongoose', 'drizzle', 'redis', 'cache', 'kv', 'pg', 'pool', 'sql', 'supabase', 'firestore', 'repository', 'repo', 'dao', 'table', 'collection', 'orm', 'tx', 'trx',
  'queue', 'queues', 'bull', 'kafka', 'producer', 'publisher', 'broker', 'sqs', 'sns', 'pubsub', 'amqp', 'bus', 'emitter', 'inngest', 'scheduler', 'job', 'jobs', 'task', 'event', 'events', 'message',
  'schema', 'validator', 'zod', 'joi', 'yup', 'ajv',
  'res', 'response', 'reply', 'socket', 'mailer', 'slack', 'webhook', 'webhooks',
  'error', 'map', 'set',
]);

/** What functions and methods are called after that record, send or check: the first word of `logRename(params)`, `store.save(params)`. */
export const RECORDING_VERBS: ReadonlySet<string> = new Set([
  'log', 'debug', 'info', 'warn', 'error', 'trace', 'print', 'audit', 'track', 'report', 'record', 'capture',
  'validate', 'assert', 'check', 'verify', 'is', 'has', 'expect', 'compare', 'equals',
  'enqueue', 'publish', 'emit', 'send', 'dispatch', 'notify', 'broadcast', 'schedule',
  'save', 'store', 'persist', 'insert', 'hash', 'serialize', 'stringify', 'print',
]);

/** The same of methods alone: a function `updateParams(params)` may well change them. */
export const RECORDING_METHODS: ReadonlySet<string> = new Set([
  ...RECORDING_VERBS, 'add', 'push', 'put', 'post', 'create', 'update', 'upsert', 'replace', 'json', 'parse', 'safe', 'test', 'write',
]);
