import { describe, expect, test } from 'vitest';
import {
  describeName,
  splitAtUnderscores,
  splitHiddenCharacters,
  splitName,
} from '../../../src/renderer/components/files/file-name.ts';

describe('a file name that is shortened in the middle', () => {
  test.each([
    ['Rechnung_2026-10-0417_Kühlwasserpumpe.pdf', 'pumpe.pdf'],
    ['请款单_2026年10月_深圳市华强精密机械有限公司.pdf', '械有限公司.pdf'],
    ['README', 'EADME'],
    ['archive.of something long', 'long'],
    ['Beleg     .pdf', '.pdf'],
    ['חשבונית 2026-44.pdf', '.pdf'],
    ['.gitignore', 'gnore'],
  ])('%s keeps the end %s', (name, tail) => {
    expect(splitName(name).tail).toBe(tail);
  });

  test.each(['a', '', '.pdf', 'Kaupparekisteriote 2025.pdf', 'x'.repeat(300), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦.png'])(
    '%s is equal to its head and its tail together',
    (name) => {
      const { head, tail } = splitName(name);
      expect(head + tail).toBe(name);
    },
  );

  test.each(['👩‍👩‍👧‍👦', 'e\u0301'])('is never cut through the grapheme %s', (grapheme) => {
    expect(splitName(`xx${grapheme.repeat(8)}.png`).tail).toBe(`${grapheme.repeat(5)}.png`);
  });
});

describe('characters that are invisible or change the text direction', () => {
  test('are replaced by their names', () => {
    expect(splitHiddenCharacters('invoice\u202Efdp.exe')).toEqual([
      { kind: 'text', offset: 0, text: 'invoice' },
      { kind: 'mark', offset: 7, text: 'RLO' },
      { kind: 'text', offset: 8, text: 'fdp.exe' },
    ]);
    expect(describeName('a\u0007b\u200Fc\u2028')).toBe('a[U+0007]b[RLM]c[U+2028]');
  });

  test('include every direction control', () => {
    const controls = '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
    expect(splitHiddenCharacters(controls).map((part) => part.kind)).toEqual(
      Array.from(controls, () => 'mark'),
    );
  });

  test('do not include a joiner that a letter needs', () => {
    expect(describeName('می‌خواهم.pdf')).toBe('می‌خواهم.pdf');
  });
});

test('a long name can wrap after its underscores', () => {
  const parts = splitAtUnderscores('Rechnung_2026-10-0417__Kühlwasserpumpe.pdf');
  expect(parts.map((part) => part.text)).toEqual(['Rechnung_', '2026-10-0417__', 'Kühlwasserpumpe.pdf']);
});
