/** @file 300 documents of 500 KB over a network of 100 Mbit/s and 100 ms: share of the possible throughput. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { startBenchCompany } from '../company.ts';
import { measured } from '../measurement.ts';
import { startProgram } from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const bytesPerSecond = 100_000_000 / 8;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 300, 100);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, 500_000);
  const home = join(context.folder, 'home');
  await mkdir(home);
  const far = await startBenchCompany({ roundTrip: 100, bytesPerSecond });
  const program = await startProgram({ folder: home, company: far.company, hosts: far.hosts });
  try {
    context.say('Sending them');
    const { sending } = await sendAll(program, sampleDocuments);
    yield measured('sent and attached, against what the line carries', 's', sending / 1000, {
      peer: sampleDocuments.bytes / bytesPerSecond,
      bound: { of: 'ratio', atMost: 1.1 },
    });
  } finally {
    await program.close();
    await far.close();
  }
};
