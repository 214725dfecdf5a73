/**
 * @file An encrypted statement of 10,000 rows, compared with 10,000 stored proofs in the statement engine of the program. Few
 * rows differ, and exactly these must be found.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareStatement } from '../../../src/main/features/statements/agreement/agreements.ts';
import type { ListedProof } from '../../../src/shared/model/proofs/listed-proof.ts';
import { valueOfAgreement } from '../../../src/shared/model/statements/agreement.ts';
import { listProof } from '../../fakes/statements/compare-proofs.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured, median } from '../measurement.ts';
import { measureDurations, startEngine } from '../statement-engine.ts';
import { referenceOf } from '../statement-rows.ts';

const header = 'Date,Value date,Reference,Counterparty,Amount,Currency';
/** One row of so many differs. */
const differsEvery = 500;

const centsOf = (row: number) => ((row * 7_919) % 2_000_000) + 100;
const differs = (row: number) => row % differsEvery === 7;

function line(row: number): string {
  const cents = centsOf(row) + (differs(row) ? 1 : 0);
  return `2026-01-14,2026-01-14,${referenceOf(row)},Kärcher Hydraulik GmbH,-${(cents / 100).toFixed(2)},EUR`;
}

function swiftMessage(row: number): string {
  const amount = (centsOf(row) / 100).toFixed(2).replace('.', ',');
  const fields = [`:20:${referenceOf(row)}`, ':23B:CRED', `:32A:260114EUR${amount}`, ':50K:/1', 'NORD AG'];
  return [
    '{1:F01NORDDEB0AXXX0000000000}{2:I103PLZNCZP0XXXXN}{4:',
    ...fields,
    ':59:/2',
    'KARCHER HYDRAULIK GMBH',
    ':71A:SHA',
    '-}',
  ].join('\r\n');
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 1_000);
  const rows = Array.from({ length: count }, (_, row) => row);
  await using bench = startEngine(context.folder);
  context.say(`Reading ${count} proofs`);
  const proofs = new Map<string, ListedProof>();
  for (const row of rows)
    proofs.set(referenceOf(row), await listProof(referenceOf(row), { pop: swiftMessage(row) }));
  const text = [header, ...rows.map(line)].join('\r\n');
  await bench.open(await bench.seal([Buffer.from(`${text}\r\n`)]));
  const compare = () =>
    compareStatement({
      rows: count,
      currency: 'EUR',
      findProof: (reference) => proofs.get(reference) ?? null,
      readRows: (from, limit) => bench.engine.call('paymentRows', { handle: 1, column: null, from, limit }),
    });
  const { values } = await compare();
  const expected = rows.map((row) => valueOfAgreement(differs(row) ? 'differs' : 'agrees'));
  const isWrong = !isDeepStrictEqual([...values], expected);
  const what = 'comparisons with proofs that find other rows';
  yield measured(what, 'sets', isWrong ? 1 : 0, { atMost: 0 });
  context.say('Comparing');
  const durations = await measureDurations(compare);
  yield measured(`comparison of ${count} rows with their proofs`, 'ms', median(durations), { atMost: 2_000 });
};
