/** @file 500 proofs of payment with a latency of 50 ms, compared with the minimum time of eight concurrent requests. */
import { maxConcurrentRequests } from '../../../src/main/features/proofs/runner.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { startBenchCompany } from '../company.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { measured } from '../measurement.ts';
import { milliseconds, stallMeasurement, startProgram, watchStalls } from '../program.ts';

const roundTrip = 50;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 500, 50);
  await using far = await startBenchCompany({ roundTrip });
  await using program = await startProgram({
    folder: context.folder,
    company: far.company,
    hosts: far.hosts,
  });
  await program.signIn();
  const references = far.company.exampleReferences(count + 20);
  context.say('Warm-up, which starts the reader thread');
  await fetchProofs(program, references.slice(0, 20));
  context.say(`${count} proofs, ${roundTrip} ms away`);
  const stalls = await watchStalls(program);
  const took = await milliseconds(() => fetchProofs(program, references.slice(20)));
  const ideal = Math.ceil(count / maxConcurrentRequests) * roundTrip;
  yield measured(`${count} proofs fetched and sealed, against the line alone`, 'ms', took, {
    peer: ideal,
    of: 'ratio',
    atMost: 1.15,
  });
  yield stallMeasurement('while proofs come', await stalls());
};
