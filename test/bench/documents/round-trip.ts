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

const maxConcurrent = 16;

async function* compare(
  context: BenchContext,
  sampleDocuments: SampleDocuments,
  far: BenchCompany,
  network: string,
  minRatio: number,
): AsyncGenerator<Measurement> {
  const count = sampleDocuments.paths.length;
  const home = join(context.folder, network);
  await mkdir(home);
  const runCurl = () => {
    context.say(`curl, ${network}`);
    return putWithCurl(far.company, sampleDocuments.paths, maxConcurrent, home);
  };
  // curl runs before and after Paydesk, and the better result counts, because the company is faster after a warm-up.
  const curlMsBefore = await runCurl();
  const program = await startProgram({ folder: home, company: far.company, hosts: far.hosts });
  try {
    context.say(`Paydesk, ${network}`);
    const stalls = await watchStalls(program);
    const connectionsBefore = far.company.connections().storage;
    const { checking, sending } = await sendAll(program, sampleDocuments);
    const stallTimes = await stalls();
    const usedConnections = far.company.connections().storage - connectionsBefore;
    const curlFilesPerSecond = (count / Math.min(curlMsBefore, await runCurl())) * 1000;
    yield measured(
      `sent and attached, ${network}, against curl's bare PUTs`,
      'files/s',
      (count / sending) * 1000,
      {
        peer: curlFilesPerSecond,
        bound: { of: 'ratio', atLeast: minRatio },
      },
    );
    yield measured(
      `checked, sent and attached, ${network}`,
      'files/s',
      (count / (checking + sending)) * 1000,
      {
        peer: curlFilesPerSecond,
      },
    );
    yield measured(`PUTs per connection, ${network}`, 'PUTs', count / usedConnections, {
      bound: { of: 'value', atLeast: Math.min(100, count / maxConcurrent) },
    });
    yield* stallMeasurements(network, stallTimes);
  } finally {
    await program.close();
  }
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 2_000, 100);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, 200_000);
  for (const [network, roundTrip, minRatio] of [
    ['50 ms away', 50, 0.9],
    ['on loopback', 0, 0.12],
  ] as const) {
    const far = await startBenchCompany(roundTrip === 0 ? null : { roundTrip, bytesPerSecond: null });
    try {
      yield* compare(context, sampleDocuments, far, network, minRatio);
    } finally {
      await far.close();
    }
  }
};
