/** @file Offline search in 10,000 stored proofs, for the kinds of text that a clerk types. */
import { type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measured, median } from '../measurement.ts';
import { startProgram } from '../program.ts';
import { measureDurations } from '../statement-engine.ts';

const searches = ['pc1001', 'eur', 'practice data', '12', 'order second part', 'nothing of the kind'];

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 200);
  await using program = await startProgram({
    folder: context.folder,
    simulator: { transactionsPerDay: 12 },
  });
  await program.signIn();
  const references = program.simulator.exampleReferences(count);
  context.say(`Fetching ${references.length} proofs`);
  await fetchProofs(program, references);
  const times: number[] = [];
  for (const search of searches) {
    const list = () => program.call('proofs.list', { offset: 0, limit: 100, state: null, search });
    times.push(...(await measureDurations(list)));
  }
  const what = `find over ${references.length} kept proofs`;
  yield measured(what, 'ms', median(times));
  yield measured(`slowest ${what}`, 'ms', Math.max(...times), { atMost: 150 });
};
