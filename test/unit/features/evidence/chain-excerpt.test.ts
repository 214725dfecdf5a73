import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChainVerifier, formatChainLine } from '../../../../src/main/features/evidence/chain-excerpt.ts';
import type { ChainCheck } from '../../../../src/shared/model/evidence.ts';

interface Line {
  readonly number: number;
  readonly hash: string;
  readonly text?: string;
}

/** Builds a chain from entry 7 on; entries in `included` have a text, and the one before the first has only its hash. */
function buildChain(last: number, included: readonly number[]): Line[] {
  const lines: Line[] = [{ number: 7, hash: 'f'.repeat(64) }];
  for (let number = 8; number <= last; number += 1) {
    const text = `["entry ${number}"]`;
    const hash = createHash('sha256')
      .update(lines.at(-1)?.hash ?? '')
      .update(text)
      .digest('hex');
    lines.push({ number, hash, ...(included.includes(number) ? { text } : {}) });
  }
  return lines;
}

function verify(text: string, pieceLength = text.length): ChainCheck {
  const verifier = new ChainVerifier();
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += pieceLength)
    verifier.push(bytes.subarray(start, start + pieceLength));
  return verifier.end();
}

const format = (lines: readonly Line[]) => lines.map(formatChainLine).join('');
const chain = buildChain(12, [8, 10, 11]);

describe('an excerpt of the log', () => {
  test('follows entry by entry, whatever the pieces in which it is read', () => {
    for (const pieceLength of [1, 7, 10_000])
      expect(verify(format(chain), pieceLength)).toEqual({ state: 'intact', entries: 3 });
    expect(verify('')).toEqual({ state: 'intact', entries: 0 });
  });

  test('is broken at the first entry that was changed', () => {
    const changed = chain.map((line) =>
      line.number >= 10 && line.text !== undefined ? { ...line, text: '[]' } : line,
    );
    expect(verify(format(changed))).toEqual({ state: 'broken', line: 4, entry: 10 });
  });

  test('is broken at the entry after a left-out entry whose hash was changed', () => {
    const changed = chain.map((line) => (line.number === 9 ? { ...line, hash: '0'.repeat(64) } : line));
    expect(verify(format(changed))).toEqual({ state: 'broken', line: 4, entry: 10 });
  });

  test.each([
    ['without its first line', format(chain.slice(1)), { line: 1, entry: 8 }],
    ['with a gap', format(chain.toSpliced(2, 1)), { line: 3, entry: 10 }],
    ['with a repeated entry', format(chain.toSpliced(2, 0, ...chain.slice(1, 2))), { line: 3, entry: 8 }],
    [
      'with other text in a line',
      format(chain).replace('{"number":9', '{ "number":9'),
      { line: 3, entry: null },
    ],
    [
      'with a new field',
      format(chain).replace('{"number":9', '{"more":1,"number":9'),
      { line: 3, entry: null },
    ],
    ['that is cut off', format(chain).slice(0, -1), { line: 6, entry: null }],
    ['that is no JSON', 'entry\n', { line: 1, entry: null }],
    ['with an endless line', 'x'.repeat(1_000_001), { line: 1, entry: null }],
  ])('%s is broken there', (_, text, found) => {
    expect(verify(text)).toEqual({ state: 'broken', ...found });
  });

  test('is broken at a line that is too long to be kept, even if it follows', () => {
    const [first = { number: 7, hash: '' }] = chain;
    const text = 'x'.repeat(2_000_000);
    const hash = createHash('sha256').update(first.hash).update(text).digest('hex');
    const long = format([first, { number: 8, hash, text }]);
    expect(verify(long, 500_000)).toEqual({ state: 'broken', line: 2, entry: null });
  });
});
