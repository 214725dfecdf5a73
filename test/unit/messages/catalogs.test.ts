import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileCatalogs, compiledFolder, readCatalogs } from '../../../scripts/generate/messages/compile.ts';

const catalogs = await readCatalogs();

test('the compiled messages match the catalogs; if this fails, run npm run messages', async () => {
  const compiled = compileCatalogs(catalogs);
  const compiledEntries = await readdir(compiledFolder, { recursive: true, withFileTypes: true });
  const paths = compiledEntries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(compiledFolder.length + 1)
        .replaceAll('\\', '/'),
    );
  expect(paths.toSorted()).toEqual([...compiled.keys()].toSorted());
  for (const [path, text] of compiled) {
    expect([path, await readFile(join(compiledFolder, path), 'utf8')]).toEqual([path, text]);
  }
});

describe.each(catalogs)('the catalog $feature', ({ messages }) => {
  test('has no two messages with the same text and arguments', () => {
    const messagesByText = Map.groupBy(messages, ({ text, types }) => JSON.stringify([text, [...types]]));
    const duplicates = [...messagesByText.values()].filter(({ length }) => length > 1);
    expect(duplicates.map((messagesOfText) => messagesOfText.map(({ key }) => key))).toEqual([]);
  });

  test('writes “can’t” and typographic apostrophes', () => {
    const misspelled = messages.filter(({ text }) => /\bcannot\b|\p{L}'\p{L}/iu.test(text));
    expect(misspelled.map(({ key }) => key)).toEqual([]);
  });
});
