import { expect, test } from 'vitest';
import { createRandom } from '../../../src/main/practice/data/random.ts';
import { parsePattern, recipientIdsIn } from '../../../src/shared/model/documents/name-pattern.ts';

function idsIn(pattern: string, name: string, folder = ''): string[] {
  const parsed = parsePattern(pattern);
  if ('problem' in parsed) throw new Error(`Invalid pattern: ${parsed.problem}`);
  return recipientIdsIn(parsed, { name, folder });
}

test.each([
  ['{recipientId}_{name}', 'rcp-1_passport.pdf', ['rcp-1']],
  ['{recipientId}_{name}', 'rcp_1_passport.pdf', ['rcp', 'rcp_1']],
  ['{recipientId}_{name}', 'rcp-1_.pdf', []],
  ['{recipientId}_{name}', 'rcp-1.pdf', []],
  ['{recipientId}', 'rcp-1.of.two.pdf', ['rcp-1.of.two']],
  ['{name}-{name}-{recipientId}', 'a-b-c-7.pdf', ['7', 'c-7']],
  ['{name}-{name}-{recipientId}', 'a--7.pdf', []],
  ['{name}-x-{name}_{recipientId}', `${'-x'.repeat(60)}-_7.pdf`, ['7']],
  ['{name} ({recipientId})', 'Utility bill (8842).PNG', ['8842']],
  ['KYC.{recipientId}.{name}', 'KYCx8842.passport.jpg', []],
  ['{recipientId}_{name}.pdf', 'rcp-1_a.PDF', ['rcp-1']],
  ['{recipientId} - {name}', ' rcp-1 - a.pdf', ['rcp-1']],
  ['{recipientId}-{name}', '---.pdf', ['-']],
  ['Mu\u0308ller {recipientId}', 'Müller 7.pdf', ['7']],
])('the pattern %s finds in %s the IDs %j', (pattern, name, ids) => {
  expect(idsIn(pattern, name)).toEqual(ids);
});

test('a pattern with slashes or backslashes matches the parent folders of a file', () => {
  expect(idsIn('{recipientId}/{name}', 'a.pdf', 'May/rcp-1')).toEqual(['rcp-1']);
  expect(idsIn('{recipientId}\\{name}', 'a.pdf', 'rcp-1')).toEqual(['rcp-1']);
  expect(idsIn('{name}/{recipientId}/{name}', 'a.pdf', 'rcp-1')).toEqual([]);
  expect(idsIn('{name}/{recipientId}', 'rcp-1.pdf', 'May')).toEqual(['rcp-1']);
  expect(idsIn('{recipientId}/{name}', 'a.pdf')).toEqual([]);
});

test.each([
  ['  ', 'empty'],
  ['{name}.pdf', 'no-recipient-id'],
  ['{recipientId}_{recipientId}', 'recipient-id-twice'],
  ['{recipientId}_{label}', 'unknown-placeholder'],
  ['{recipientId}{name}', 'placeholders-touch'],
  ['{name}-{name}-{name}-{name}-{recipientId}', 'too-many-names'],
])('the pattern %j is refused: %s', (pattern, problem) => {
  expect(parsePattern(pattern)).toEqual({ problem });
});

test('a pattern finds the ID in every name that was built with the pattern, whatever characters it has', () => {
  const random = createRandom(42);
  const letters = 'aZ0_-. ()[$^+*?é号';
  const text = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)] ?? '').join('');
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(Math.floor(random() * 3)), text(1 + Math.floor(random() * 2))];
    const recipientId = `r${text(Math.floor(random() * 4))}d`;
    const pattern = `${before}{recipientId}${after}{name}`;
    const nameText = `n${text(3)}`;
    const name = pattern
      .trim()
      .replace('{recipientId}', () => recipientId)
      .replace('{name}', () => nameText);
    expect(idsIn(pattern, `${name}.pdf`), `${pattern} on ${name}`).toContain(recipientId);
  }
});
