/** @file 15 documents of 200 MB on loopback: throughput with two hashes computed in between, and memory. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { putWithBrowser } from '../browser-peer.ts';
import { startBenchCompany } from '../company.ts';
import { measured } from '../measurement.ts';
import { putWithCurl } from '../peers.ts';
import { forgetPeak, memoryOf, stallMeasurements, startProgram, watchStalls } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const size = 200_000_000;
const megabyte = 1_000_000;
const maxConcurrent = 4;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 15, 2);
  context.say(`Writing ${count} files of 200 MB`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size, 5);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const far = await startBenchCompany(null);
  const megabytesPerSecond = (milliseconds: number) =>
    sampleDocuments.bytes / megabyte / (milliseconds / 1000);
  try {
    context.say('curl');
    const curlMs = await putWithCurl({
      company: far.company,
      paths: sampleDocuments.paths,
      atOnce: maxConcurrent,
      folder: home,
      certificateFile: null,
    });
    context.say('A web page');
    const browserMs = await putWithBrowser(far.company, sampleDocuments.paths, maxConcurrent);
    const program = await startProgram({ folder: home, company: far.company });
    try {
      context.say('Paydesk');
      const idleBytes = (await memoryOf(program.pid)).now;
      await forgetPeak(program.pid);
      const stalls = await watchStalls(program);
      const { checking, sending } = await sendAll(program, sampleDocuments);
      const { peak } = await memoryOf(program.pid);
      yield measured('sent and attached, against curl without a hash', 'MB/s', megabytesPerSecond(sending), {
        peer: megabytesPerSecond(curlMs),
        bound: { of: 'ratio', atLeast: 0.85 },
      });
      if (browserMs !== null) {
        yield measured(
          'sent and attached, against a web page without a hash',
          'MB/s',
          megabytesPerSecond(sending),
          {
            peer: megabytesPerSecond(browserMs),
            bound: { of: 'ratio', atLeast: 1 },
          },
        );
      }
      yield measured('checked', 'MB/s', megabytesPerSecond(checking));
      yield measured('memory above idle at its peak', 'MB', (peak - idleBytes) / megabyte, {
        bound: { of: 'value', atMost: 100 },
      });
      yield* stallMeasurements('with large documents', await stalls());
    } finally {
      await program.close();
    }
  } finally {
    await far.close();
  }
};
