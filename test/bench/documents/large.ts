/** @file 20 documents of 200 MB on loopback: throughput with two hashes on the way, and memory. */
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
const atOnce = 4;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 20, 2);
  context.say(`Writing ${count} files of 200 MB`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, size, 5);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const far = await startBenchCompany(null);
  const rate = (milliseconds: number) => sampleDocuments.bytes / megabyte / (milliseconds / 1000);
  try {
    context.say('curl');
    const curl = await putWithCurl(far.company, sampleDocuments.paths, atOnce, home);
    context.say('A web page');
    const browser = await putWithBrowser(far.company, sampleDocuments.paths, atOnce);
    const program = await startProgram({ folder: home, company: far.company });
    try {
      context.say('Paydesk');
      const idle = (await memoryOf(program.pid)).now;
      await forgetPeak(program.pid);
      const stalls = await watchStalls(program);
      const { checking, sending } = await sendAll(program, sampleDocuments);
      const { peak } = await memoryOf(program.pid);
      yield measured('sent and attached, against curl without a hash', 'MB/s', rate(sending), {
        peer: rate(curl),
        bound: { of: 'ratio', atLeast: 0.25 },
      });
      if (browser !== null) {
        yield measured('sent and attached, against a web page without a hash', 'MB/s', rate(sending), {
          peer: rate(browser),
          bound: { of: 'ratio', atLeast: 1 },
        });
      }
      yield measured('checked', 'MB/s', rate(checking));
      yield measured('memory above idle at its peak', 'MB', (peak - idle) / megabyte, {
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
