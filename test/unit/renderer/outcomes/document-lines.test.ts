import { describe, expect, test } from 'vitest';
import { formatDocumentLines, sortNewFirst } from '../../../../src/renderer/app/outcomes/document-lines.ts';

const documents = [
  { name: 'old.pdf', key: 'k1', isNew: false },
  { name: 'a.pdf', key: 'k2', isNew: true },
  { name: 'b.pdf', key: 'k3', isNew: true },
];

describe('the documents of an unknown outcome', () => {
  test('are listed with new documents first, and otherwise in their order', () => {
    expect(sortNewFirst(documents).map(({ key }) => key)).toEqual(['k2', 'k3', 'k1']);
  });

  test('are copied on one line each when a name contains tabs or line breaks', () => {
    expect(formatDocumentLines([{ name: 'a\tb\r\nc.pdf', key: 'k', isNew: true }])).toBe('a b c.pdf\tk');
  });
});
