/** @file 15 documents of 200 MB on loopback: throughput with two hashes computed in between, and memory. */
import { writeFile } from 'node:fs/promises';
import { sendAll } from '../batch.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { startBenchCompany } from '../company.ts';
import { measured } from '../measurement.ts';
import { putWithCurl } from '../peers.ts';
import { memoryOf } from '../processes.ts';
import { stallMeasurement, startProgram, watchStalls } from '../program.ts';
import { writeDocuments } from '../sample-documents.ts';

const size = 200_000_000;
const megabyte = 1_000_000;
const maxConcurrent = 4;

export const part: BenchPart = async function* (context) {
  const { folder } = context;
  const documents = await writeDocuments(context, scaled(context, 15, 2), size, 5);
  const { paths } = documents;
  await using far = await startBenchCompany(null);
  const { company } = far;
  const megabytesPerSecond = (milliseconds: number) => documents.bytes / megabyte / (milliseconds / 1000);
  context.say('curl');
  const curlMs = await putWithCurl({ company, paths, atOnce: maxConcurrent, folder, certificateFile: null });
  await using program = await startProgram({ folder, company });
  context.say('Paydesk');
  const idle = await memoryOf(program.pid);
  // Resets the peak.
  await writeFile(`/proc/${program.pid}/clear_refs`, '5');
  const stalls = await watchStalls(program);
  const { checking, sending } = await sendAll(program, documents);
  const { peak } = await memoryOf(program.pid);
  yield measured('sent and attached, against curl without a hash', 'MB/s', megabytesPerSecond(sending), {
    peer: megabytesPerSecond(curlMs),
    of: 'ratio',
    atLeast: 0.85,
  });
  yield measured('checked', 'MB/s', megabytesPerSecond(checking));
  yield measured('memory above idle at its peak', 'MB', (peak - idle.now) / megabyte, {
    atMost: 100,
  });
  yield stallMeasurement('with large documents', await stalls());
};
