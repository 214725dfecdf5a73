/** @file Sends the same files with curl, with undici and with Paydesk over one network. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '../fakes/certificate.ts';
import { sendAll } from './batch.ts';
import type { BenchContext } from './bench.ts';
import { type BenchCompany, startBenchCompany } from './company.ts';
import { cpuTimeOf } from './cpu-time.ts';
import type { LineOptions } from './line.ts';
import { type Measurement, measured } from './measurement.ts';
import { type PeerUpload, putWithCurl, putWithUndici } from './peers.ts';
import { stallMeasurements, startProgram, watchStalls } from './program.ts';
import type { SampleDocuments } from './sample-documents.ts';

const maxConcurrent = 16;

/** A network between the programs and the hosts. */
export interface BenchNetwork {
  readonly name: string;
  readonly line: LineOptions | null;
  readonly isSecure: boolean;
  /** Target for the files per second, divided by those of curl. */
  readonly minRatio: number;
}

/** A line of 50 ms, on which one segment of a thousand is lost. */
export const lossyLine: LineOptions = { roundTrip: 50, bytesPerSecond: null, lossRate: 0.001 };

/** Sends all files over a network with each program and yields the measurements. */
export async function* compareSenders(
  context: BenchContext,
  sampleDocuments: SampleDocuments,
  network: BenchNetwork,
): AsyncGenerator<Measurement> {
  const home = join(context.folder, network.name);
  await mkdir(home);
  const authority = network.isSecure ? createAuthority('Bench') : null;
  const certificateFile = authority === null ? null : join(home, 'authority.pem');
  if (authority !== null && certificateFile !== null) await writeFile(certificateFile, authority.cert);
  const far = await startBenchCompany(network.line, authority);
  try {
    const { company } = far;
    const { paths } = sampleDocuments;
    const upload: PeerUpload = { company, paths, atOnce: maxConcurrent, folder: home, certificateFile };
    yield* compareOver(network, far, upload, sampleDocuments, context.say);
  } finally {
    await far.close();
  }
}

async function* compareOver(
  { name, line, minRatio }: BenchNetwork,
  far: BenchCompany,
  upload: PeerUpload,
  sampleDocuments: SampleDocuments,
  say: BenchContext['say'],
): AsyncGenerator<Measurement> {
  const count = upload.paths.length;
  const filesPerSecond = (milliseconds: number) => (count / milliseconds) * 1000;
  const runCurl = () => {
    say(`curl, ${name}`);
    return putWithCurl(upload);
  };
  // Without a line, curl runs before and after Paydesk, and the better result counts, because the company is faster after a
  // warm-up. On a line, the round trips decide.
  let curlMs = await runCurl();
  say(`undici, ${name}`);
  const undiciMs = await putWithUndici(upload);
  const { folder, company, certificateFile } = { ...upload };
  const program = await startProgram({ folder, company, hosts: far.hosts, certificateFile });
  try {
    say(`Paydesk, ${name}`);
    const stalls = await watchStalls(program);
    const before = { connections: company.connections().storage, ...far.handshakes('storage') };
    const cpuMsBefore = await cpuTimeOf(program.pid);
    const { checking, sending } = await sendAll(program, sampleDocuments);
    const cpuMs = (await cpuTimeOf(program.pid)) - cpuMsBefore;
    const stallTimes = await stalls();
    const usedConnections = company.connections().storage - before.connections;
    const storageHandshakes = far.handshakes('storage');
    const serviceHandshakes = far.handshakes('beneficiary');
    if (line === null) curlMs = Math.min(curlMs, await runCurl());
    yield measured(
      `sent and attached, ${name}, against curl's bare PUTs`,
      'files/s',
      filesPerSecond(sending),
      {
        peer: filesPerSecond(curlMs),
        bound: { of: 'ratio', atLeast: minRatio },
      },
    );
    yield measured(
      `sent and attached, ${name}, against undici's bare PUTs`,
      'files/s',
      filesPerSecond(sending),
      { peer: filesPerSecond(undiciMs) },
    );
    yield measured(`checked, sent and attached, ${name}`, 'files/s', filesPerSecond(checking + sending), {
      peer: filesPerSecond(curlMs),
    });
    yield measured(`CPU time to check, send and attach a file, ${name}`, 'ms', cpuMs / count);
    yield measured(`PUTs per connection, ${name}`, 'PUTs', count / usedConnections, {
      bound: { of: 'value', atLeast: Math.min(100, count / maxConcurrent) },
    });
    if (certificateFile !== null) {
      const perThousand = (handshakes: number) => (handshakes / count) * 1000;
      yield measured(
        `full handshakes with the storage for 1,000 PUTs, ${name}`,
        'handshakes',
        perThousand(storageHandshakes.full - before.full),
        { bound: { of: 'value', atMost: Math.max(10, perThousand(maxConcurrent)) } },
      );
      yield measured(
        `resumed handshakes with the storage for 1,000 PUTs, ${name}`,
        'handshakes',
        perThousand(storageHandshakes.resumed - before.resumed),
      );
      const { full, resumed } = serviceHandshakes;
      yield measured(
        `share of resumed handshakes with the service, ${name}`,
        'of all',
        resumed / (full + resumed),
      );
    }
    yield* stallMeasurements(name, stallTimes);
  } finally {
    await program.close();
  }
}
