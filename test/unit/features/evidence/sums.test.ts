import { describe, expect, test } from 'vitest';
import { isPackPath } from '../../../../src/main/features/evidence/pack-path.ts';
import { formatSums, parseSums } from '../../../../src/main/features/evidence/sums.ts';

const sha256 = (digit: string) => digit.repeat(64);
const files = [
  { path: 'statements/1001/January.csv', sha256: sha256('a') },
  { path: 'index.csv', sha256: sha256('0') },
];
const parseText = (text: string) => parseSums(new TextEncoder().encode(text));

describe('a list of checksums', () => {
  test('is sorted by path, and is read as it was written', () => {
    const text = formatSums(files);
    expect(text).toBe(`${sha256('0')}  index.csv\n${sha256('a')}  statements/1001/January.csv\n`);
    const { files: parsed, invalidLines } = parseText(text);
    expect(Object.fromEntries(parsed)).toEqual(
      Object.fromEntries(files.map((file) => [file.path, file.sha256])),
    );
    expect(invalidLines.total).toBe(0);
  });

  test.each([
    ['an empty list', ''],
    ['a missing line feed', `${sha256('0')}  index.csv`],
    ['an empty line', `\n${sha256('0')}  index.csv\n`],
    ['two empty lines at the end', `${sha256('0')}  index.csv\n\n`],
    ['capitals', `${sha256('A')}  index.csv\n`],
    ['a star', `${sha256('0')} *index.csv\n`],
    ['a carriage return', `${sha256('0')}  index.csv\r\n`],
    ['a byte order mark', `\ufeff${sha256('0')}  index.csv\n`],
    ['another order', `${sha256('0')}  b\n${sha256('0')}  a\n`],
    ['a repeated path', `${sha256('0')}  a\n${sha256('0')}  a\n`],
    ['paths that differ in case', `${sha256('0')}  A\n${sha256('0')}  a\n`],
    ['the list itself', `${sha256('0')}  SHA256SUMS\n`],
  ])('with %s has an invalid line', (_, text) => {
    expect(parseText(text).invalidLines.total).toBeGreaterThan(0);
  });

  test('with bytes that are no UTF-8 has an invalid line', () => {
    const bytes = Buffer.from(formatSums([{ path: 'a\ufffd', sha256: sha256('0') }]));
    expect(parseSums(bytes).invalidLines.total).toBe(0);
    // The first byte of a longer character: both decode to U+FFFD.
    bytes[bytes.indexOf(0xef)] = 0xf1;
    expect(parseSums(bytes).invalidLines.total).toBe(1);
  });

  test.each(['../secret', '/etc/passwd', 'a/../../secret', './a', 'a//b', 'a/', 'C:\\a', 'a\\b', 'C:a'])(
    'never returns the path %s',
    (path) => {
      const { files: parsed, invalidLines } = parseText(`${sha256('0')}  ${path}\n`);
      expect([...parsed.keys()]).toEqual([]);
      expect(invalidLines.list).toEqual({ names: [`1: ${sha256('0')}  ${path}`], total: 1 });
    },
  );

  test('keeps the first of many invalid lines and counts all', () => {
    const { names, total } = parseText('\n'.repeat(200_000)).invalidLines.list;
    expect(names).toHaveLength(1_000);
    expect(names).toContain('1000: ');
    expect(total).toBe(200_000);
  });

  test('with more lines than a pack may have files is refused', () => {
    expect(() => parseText('\n'.repeat(200_001))).toThrow('too many lines');
  });
});

test.each([
  'cover-page.pdf',
  'statements/1001/Statement 1001 2026-01-01 to 2026-01-31.csv',
  'proofs/Zahlung ä.pdf',
])('a path in a pack may be %s', (path) => {
  expect(isPackPath(path)).toBe(true);
});

test.each(
  [
    ['', '..', 'a/..', '.hidden', 'name.', 'name ', ' name', 'con', 'aux.csv', 'CONIN$', 'conout$.txt'],
    ['LPT².csv', 'proofs/COM1.pdf', 'a:b', 'a?b', 'a\u0000b', 'a\u202eb', 'a\u0308', 'a/b/c/d/e/f/g'],
    ['a'.repeat(301)],
  ].flat(),
)('a path in a pack may not be %j', (path) => {
  expect(isPackPath(path)).toBe(false);
});
