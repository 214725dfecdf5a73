/**
 * @file 10,000 documents of 256 KiB over TLS, on loopback and over a line of 50 ms with losses: compared with curl and
 * undici. The same work as `upload-256KiB-10_000x` of awslabs' aws-crt-s3-benchmarks.
 */
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { type BenchNetwork, compareSenders, lossyLine } from '../compare-senders.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const size = 256 * 1024;

const networks: readonly BenchNetwork[] = [
  { name: 'on loopback', line: null, isSecure: true, minRatio: 0.35 },
  { name: '50 ms away with losses', line: lossyLine, isSecure: true, minRatio: 0.98 },
];

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 10_000, 100);
  context.say(`Writing ${count} files`);
  const folder = join(context.folder, 'drop');
  const sampleDocuments = await writeSampleDocuments(folder, count, size, 100, 'sparse');
  for (const network of networks) yield* compareSenders(context, sampleDocuments, network);
};
