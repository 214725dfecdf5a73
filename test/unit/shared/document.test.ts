import { describe, expect, test } from 'vitest';
import {
  documentStates,
  extensionOf,
  groupOf,
  isAllowedExtension,
} from '../../../src/shared/model/documents/document.ts';
import { fold } from '../../../src/shared/model/fold.ts';

describe('file extensions (section 2.3)', () => {
  test.each([
    ['scan.pdf', 'pdf'],
    ['Scan.JpEg', 'jpeg'],
    ['.pdf', ''],
    ['..pdf', 'pdf'],
    ['scan', ''],
    ['', ''],
    ['scan.pdf ', 'pdf '],
    ['scan.ﬁ', 'ﬁ'],
  ])('%s has the extension "%s"', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });

  test.each(['', 'PDF', 'gif', 'pdf ', 'toString', '__proto__', 'constructor'])(
    '"%s" is not an allowed extension',
    (extension) => {
      expect(isAllowedExtension(extension)).toBe(false);
    },
  );
});

test.each([
  ['Škoda', 'skoda'],
  ['  Ahlström ', 'ahlstrom'],
  ['ﬁnance', 'finance'],
  ['Ａ１', 'a1'],
  ['e\u0301', 'e'],
  ['', ''],
])('the text %s is searched as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('folding is idempotent', () => {
  for (const text of ['Ǆ Źródło', 'İstanbul', 'Ελλάδα']) expect(fold(fold(text))).toBe(fold(text));
});

describe('groups of documents', () => {
  test('only cancelled documents are in the group cancelled', () => {
    const cancelled = documentStates.filter((state) =>
      [true, false].some(
        (started) => groupOf(state, { started, assigned: true, held: true }) === 'cancelled',
      ),
    );
    expect(cancelled).toEqual(['cancelled']);
    expect(groupOf('excluded', { started: true, assigned: true, held: false })).toBe('excluded');
  });

  test('a ready document is assigned or unassigned before the start, and queued or on hold afterwards', () => {
    const beforeStart = { started: false, held: false };
    expect(groupOf('ready', { ...beforeStart, assigned: false })).toBe('unassigned');
    expect(groupOf('ready', { ...beforeStart, assigned: true })).toBe('assigned');
    expect(groupOf('ready', { started: true, assigned: true, held: false })).toBe('queued');
    expect(groupOf('ready', { started: true, assigned: true, held: true })).toBe('on-hold');
    expect(groupOf('stored', { started: true, assigned: true, held: true })).toBe('on-hold');
  });
});
