/**
 * @file Prints how Paydesk reads files, as one line of JSON for each file. Uses the same modules as the program. Nothing is
 * sent, stored or changed.
 *
 * Usage: npm run read -- [--as=proof|statement|ledger|document|link] PATH…   (files or folders; without --as, proofs)
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createDocumentFileReader } from './read/documents.ts';
import { createLedgerFileReader } from './read/ledgers.ts';
import { createLinkFileReader } from './read/links.ts';
import { createProofFileReader } from './read/proofs.ts';
import type { FileReader } from './read/reader.ts';
import { createStatementFileReader } from './read/statements.ts';

const readers: Readonly<Record<string, () => FileReader>> = {
  proof: createProofFileReader,
  statement: createStatementFileReader,
  ledger: createLedgerFileReader,
  document: createDocumentFileReader,
  link: createLinkFileReader,
};

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string', default: 'proof' } },
});
const create = Object.hasOwn(readers, values.as) ? readers[values.as] : undefined;
if (create === undefined || positionals.length === 0) {
  console.error(`Usage: npm run read -- [--as=${Object.keys(readers).join('|')}] PATH…`);
  process.exit(2);
}
const reader = create();
try {
  for (const path of (await Promise.all(positionals.map(filesBelow))).flat()) {
    console.log(JSON.stringify({ path, as: values.as, ...(await reader.read(path)) }));
  }
} finally {
  await reader.close();
}
