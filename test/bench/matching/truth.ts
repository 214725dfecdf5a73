/** @file How many conclusions about invented files with known truth are right, beside a join on reference and then amount. */
import { concludeKnownFiles } from '../../fakes/files/known-conclusions.ts';
import type { KnownFiles } from '../../fakes/files/known-truth.ts';
import type { BenchPart } from '../bench.ts';
import { measured } from '../measurement.ts';

const ownSeeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Pairs rows that have a reference, or else an amount and currency, alone in both files. */
function join({ statement, ledger, groups }: KnownFiles): { wrong: number; found: number } {
  const parse = (csv: string) =>
    csv
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/"[^"]*"/g, '').split(','));
  const files = [parse(statement), parse(ledger)] as const;
  const used = [new Set<number>(), new Set<number>()] as const;
  const pairs: string[] = [];
  const keysOf = [
    (cells: readonly string[]) => cells[1] ?? '',
    (cells: readonly string[]) => `${Math.abs(Number(cells[4]))} ${cells[5] ?? ''}`,
  ];
  for (const keyOf of keysOf) {
    const [one, other] = files.map((rows, side) => {
      const lists = new Map<string, number[]>();
      for (const [row, cells] of rows.entries())
        if (keyOf(cells) !== '' && used[side]?.has(row) !== true)
          lists.set(keyOf(cells), [...(lists.get(keyOf(cells)) ?? []), row]);
      return lists;
    });
    for (const [key, rows] of one ?? []) {
      const [row, more] = rows;
      const [otherRow, otherMore] = other?.get(key) ?? [];
      if (row === undefined || otherRow === undefined || more !== undefined || otherMore !== undefined)
        continue;
      used[0].add(row);
      used[1].add(otherRow);
      pairs.push(`${row}=${otherRow}`);
    }
  }
  const known = new Set(groups.map((group) => `${group.statement.join()}=${group.ledger.join()}`));
  const found = pairs.filter((pair) => known.has(pair)).length;
  return { wrong: pairs.length - found, found: found / groups.length };
}

export const part: BenchPart = async function* ({ scale, seeds, say }) {
  for (const seed of seeds.length === 0 ? ownSeeds : seeds) {
    say(`Seed ${seed}`);
    const { files, wrong, matchedTraps, matched, matchedOrProposed, toDecide } = concludeKnownFiles(
      seed,
      scale,
    );
    const peer = join(files);
    const name = (text: string) => `seed ${seed}: ${text}`;
    yield measured(name('wrong matches'), 'counts', wrong.length, { peer: peer.wrong, atMost: 0 });
    yield measured(name('matched traps'), 'counts', matchedTraps.length, { atMost: 0 });
    yield measured(name('matched'), '%', matched * 100, { peer: peer.found * 100, atLeast: 85 });
    yield measured(name('matched or proposed'), '%', matchedOrProposed * 100, { atLeast: 97 });
    yield await Promise.resolve(measured(name('rows to decide'), '%', toDecide * 100, { atMost: 15 }));
  }
};
