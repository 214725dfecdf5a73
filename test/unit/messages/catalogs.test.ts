import { describe, expect, test } from 'vitest';
import { readCatalogs } from '../../../scripts/generate/messages/compile.ts';

const catalogs = await readCatalogs();

describe.each(catalogs)('the catalog $name', ({ messages }) => {
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
