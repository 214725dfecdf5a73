/** @file The entries of threads and processes: of the built program, and in a run of mutants their sources. */
import process from 'node:process';

const builtPath = (name: string) => `../../out/main/${name}.js`;
const sourcePath = (name: string) =>
  name === 'practice' ? '../../src/main/practice/worker.ts' : `../../src/main/entries/${name}.ts`;
const pathOf = process.env['PAYDESK_SOURCE_ENTRIES'] === '1' ? sourcePath : builtPath;

/** Returns the entry with this name in `electron.vite.config.ts`. */
export function entryUrl(name: string): URL {
  return new URL(pathOf(name), import.meta.url);
}

/** The entries that `createApp` gets. */
export const entries = {
  store: entryUrl('store'),
  files: entryUrl('files'),
  keychain: entryUrl('keychain'),
  practice: entryUrl('practice'),
  proofReader: entryUrl('proof-reader'),
  jsonParser: entryUrl('json-parser'),
  listReader: entryUrl('list-reader'),
  statementEngine: entryUrl('statement-engine'),
};
