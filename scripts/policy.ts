/**
 * @file Writes the files generated from the policy's schema: its JSON Schema, the template for Windows, the profile for
 * macOS, and the table in docs/operations.md.
 *
 * Usage: node scripts/policy.ts
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mobileconfig } from './policy/configuration-profile.ts';
import { jsonSchema, markdownTable } from './policy/fields.ts';
import { adml, admx } from './policy/group-policy.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const operations = 'docs/operations.md';
const table = /(<!-- The table is written by scripts\/policy\.ts\. -->\n\n)(?:\|.*\n)+/;

/** Returns the texts by file path in the project. */
export async function policyTexts(): Promise<Map<string, string>> {
  const page = await readFile(join(root, operations), 'utf8');
  if (!table.test(page)) throw new Error(`The table of ${operations} was not found`);
  return new Map([
    ['docs/policy/policy.schema.json', jsonSchema()],
    ['docs/policy/windows/Paydesk.admx', admx()],
    ['docs/policy/windows/en-US/Paydesk.adml', adml()],
    ['docs/policy/macos/paydesk.mobileconfig', mobileconfig()],
    [operations, page.replace(table, (_, mark: string) => `${mark}${markdownTable()}\n`)],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await policyTexts()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
