/** @file 100, 400 and 1,600 proofs of payment: the cost of fetching one. */
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measureGrowth } from '../growth.ts';
import { milliseconds, startProgram } from '../program.ts';

const warmUpCount = 50;

export const part: BenchPart = async function* (context) {
  const base = scaled(context, 100, 50);
  yield* measureGrowth(context, { base, turns: 3, units: 'proofs' }, async ({ factor, count, turn, add }) => {
    const folder = join(context.folder, `home ${factor} ${turn}`);
    await using program = await startProgram({ folder, simulator: { transactionsPerDay: 12 } });
    await program.signIn();
    const references = program.simulator.exampleReferences(count + warmUpCount);
    await fetchProofs(program, references.slice(0, warmUpCount));
    const fetching = () => fetchProofs(program, references.slice(warmUpCount));
    add('a proof is fetched', await milliseconds(fetching));
  });
};
