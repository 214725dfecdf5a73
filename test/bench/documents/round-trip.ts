/** @file 2,000 documents of 200 KB, with a latency of 50 ms and with none, compared with plain PUTs by curl. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAll } from '../batch.ts';
import { type BenchContext, type BenchPart, scaled } from '../bench.ts';
import { type BenchCompany, startBenchCompany } from '../company.ts';
import { type Measurement, measured } from '../measurement.ts';
import { putWithCurl } from '../peers.ts';
import { stallMeasurements, startProgram, watchStalls } from '../program.ts';
import { type SampleDocuments, writeSampleDocuments } from '../sample-documents.ts';

const atOnce = 16;

async function* compare(
  context: BenchContext,
  sampleDocuments: SampleDocuments,
  far: BenchCompany,
  where: string,
  least: number,
): AsyncGenerator<Measurement> {
  const count = sampleDocuments.paths.length;
  const home = join(context.folder, where);
  await mkdir(home);
  const curl = () => {
    context.say(`curl, ${where}`);
    return putWithCurl(far.company, sampleDocuments.paths, atOnce, home);
  };
  // curl runs before and after, and the better result counts: the company is faster after a warm-up.
  const before = await curl();
  const program = await startProgram({ folder: home, company: far.company, hosts: far.hosts });
  try {
    context.say(`Paydesk, ${where}`);
    const stalls = await watchStalls(program);
    const connections = far.company.connections().storage;
    const { checking, sending } = await sendAll(program, sampleDocuments);
    const worst = await stalls();
    const used = far.company.connections().storage - connections;
    const peer = (count / Math.min(before, await curl())) * 1000;
    yield measured(
      `sent and attached, ${where}, against curl's bare PUTs`,
      'files/s',
      (count / sending) * 1000,
      {
        peer,
        bound: { of: 'ratio', atLeast: least },
      },
    );
    yield measured(`checked, sent and attached, ${where}`, 'files/s', (count / (checking + sending)) * 1000, {
      peer,
    });
    yield measured(`PUTs per connection, ${where}`, 'PUTs', count / used, {
      bound: { of: 'value', atLeast: Math.min(100, count / atOnce) },
    });
    yield* stallMeasurements(where, worst);
  } finally {
    await program.close();
  }
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 2_000, 100);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, 200_000);
  for (const [where, roundTrip, least] of [
    ['50 ms away', 50, 0.9],
    ['on loopback', 0, 0.12],
  ] as const) {
    const far = await startBenchCompany(roundTrip === 0 ? null : { roundTrip, bytesPerSecond: null });
    try {
      yield* compare(context, sampleDocuments, far, where, least);
    } finally {
      await far.close();
    }
  }
};
