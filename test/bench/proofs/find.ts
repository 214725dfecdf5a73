/** @file Offline search in 10,000 stored proofs, for the kinds of text that a clerk types. */
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measured, median } from '../measurement.ts';
import { milliseconds, startProgram } from '../program.ts';

const searches = ['pc1001', 'eur', 'practice data', '12', 'order second part', 'nothing of the kind'];

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 200);
  const program = await startProgram({ folder: context.folder, simulator: { transactionsPerDay: 12 } });
  try {
    await program.signIn();
    const references = program.simulator.exampleReferences(count);
    context.say(`Fetching ${references.length} proofs`);
    await fetchProofs(program, references, references.length);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const search of searches) {
        times.push(
          await milliseconds(() =>
            program.call('proofs.list', { offset: 0, limit: 100, state: null, search }),
          ),
        );
      }
    }
    yield measured(`find over ${references.length} kept proofs`, 'ms', median(times));
    yield measured(`slowest find over ${references.length} kept proofs`, 'ms', Math.max(...times), {
      bound: { of: 'value', atMost: 150 },
    });
  } finally {
    await program.close();
  }
};
