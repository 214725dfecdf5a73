/**
 * @file 5,000 documents of 200 KB, plain and over TLS, and 10,000 of 256 KiB over TLS, on loopback and over lines of 50 ms:
 * compared with curl and undici. The latter are the same work as `upload-256KiB-10_000x` of awslabs' aws-crt-s3-benchmarks.
 */
import { rm } from 'node:fs/promises';
import { type BenchPart, scaled } from '../bench.ts';
import { type BenchNetwork, compareSenders } from '../compare-senders.ts';
import { writeDocuments } from '../sample-documents.ts';

const kibibyte = 1_024;
/** A line of 50 ms, on which one segment of a thousand is lost. */
const lossyLine = { roundTrip: 50, lossRate: 0.001 };

const works: readonly { count: number; size: number; networks: readonly BenchNetwork[] }[] = [
  {
    count: 5_000,
    size: 200_000,
    networks: [
      { name: '200 KB on loopback', line: null, isSecure: false, minRatio: 0.3 },
      { name: '200 KB over TLS on loopback', line: null, isSecure: true, minRatio: 0.35 },
      { name: '200 KB 50 ms away', line: { roundTrip: 50 }, isSecure: false, minRatio: 0.98 },
      { name: '200 KB over TLS, 50 ms away with losses', line: lossyLine, isSecure: true, minRatio: 0.98 },
    ],
  },
  {
    count: 10_000,
    size: 256 * kibibyte,
    networks: [
      { name: '256 KiB over TLS on loopback', line: null, isSecure: true, minRatio: 0.35 },
      { name: '256 KiB over TLS, 50 ms away with losses', line: lossyLine, isSecure: true, minRatio: 0.98 },
    ],
  },
];

export const part: BenchPart = async function* (context) {
  for (const { count, size, networks } of works) {
    const documents = await writeDocuments(context, scaled(context, count, 100), size, 100, 'sparse');
    for (const network of networks) yield* compareSenders(context, documents, network);
    await rm(documents.root, { recursive: true });
  }
};
