import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';

const path = fileURLToPath(new URL('../../cli/report.schema.json', import.meta.url));

/** The published schema. */
export const SCHEMA = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(SCHEMA);

/** What is wrong with a report by the published schema; empty where nothing is. */
export function schemaProblems(report: unknown): string[] {
  return validate(report) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}
