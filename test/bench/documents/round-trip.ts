/** @file 5,000 documents of 200 KB, plain and over TLS, on loopback and over lines of 50 ms: compared with curl and undici. */
import { join } from 'node:path';
import { type BenchPart, scaled } from '../bench.ts';
import { type BenchNetwork, compareSenders, lossyLine } from '../compare-senders.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const networks: readonly BenchNetwork[] = [
  { name: 'on loopback', line: null, isSecure: false, minRatio: 0.3 },
  { name: 'over TLS on loopback', line: null, isSecure: true, minRatio: 0.35 },
  { name: '50 ms away', line: { roundTrip: 50, bytesPerSecond: null }, isSecure: false, minRatio: 0.98 },
  { name: 'over TLS, 50 ms away with losses', line: lossyLine, isSecure: true, minRatio: 0.98 },
];

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 5_000, 100);
  context.say(`Writing ${count} files`);
  const folder = join(context.folder, 'drop');
  const sampleDocuments = await writeSampleDocuments(folder, count, 200_000, 100, 'sparse');
  for (const network of networks) yield* compareSenders(context, sampleDocuments, network);
};
