/**
 * @file Compiles the message catalogs of `src/shared/messages/en` into `src/shared/messages/compiled`, and sorts the
 * catalogs by key.
 *
 * Usage: npm run messages
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { catalogFolder, compileCatalogs, compiledFolder, readCatalogs } from './generate/messages/compile.ts';

/** Writes no-break spaces as escapes, because they look like normal spaces. */
const escapeSpaces = (json: string) =>
  json.replace(/[\u00a0\u202f]/g, (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, '0')}`);

const catalogs = await readCatalogs();
for (const { feature, messages } of catalogs) {
  const sorted = Object.fromEntries(messages.map(({ key, text }) => [key, text]));
  await writeFile(
    join(catalogFolder, `${feature}.json`),
    `${escapeSpaces(JSON.stringify(sorted, null, 2))}\n`,
  );
}
await rm(compiledFolder, { recursive: true, force: true });
for (const [path, text] of compileCatalogs(catalogs)) {
  const file = join(compiledFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
console.log(`Compiled ${catalogs.reduce((sum, { messages }) => sum + messages.length, 0)} messages.`);
