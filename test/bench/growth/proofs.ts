/** @file 100, 400 and 1,600 proofs of payment: the cost of fetching one. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { GrowthRecord, growthFactors } from '../growth.ts';
import { milliseconds, startProgram } from '../program.ts';

const warmUpCount = 50;
const turns = 3;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 100, 50);
  const record = new GrowthRecord();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const factor of growthFactors) {
      const count = base * factor;
      context.say(`${count} proofs`);
      const folder = join(context.folder, `home ${factor} ${turn}`);
      await mkdir(folder);
      const program = await startProgram({ folder, simulator: { transactionsPerDay: 12 } });
      try {
        await program.signIn();
        const references = program.simulator.exampleReferences(count + warmUpCount);
        await fetchProofs(program, references.slice(0, warmUpCount), warmUpCount);
        const durationMs = await milliseconds(() =>
          fetchProofs(program, references.slice(warmUpCount), references.length),
        );
        record.add('a proof is fetched', factor, durationMs, count);
      } finally {
        await program.close();
      }
    }
  }
  yield* record.measurements();
};
