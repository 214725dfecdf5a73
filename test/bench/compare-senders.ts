/** @file Sends the same files with curl, with undici and with Paydesk over one network. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '../fakes/servers/certificate.ts';
import { sendAll } from './batch.ts';
import type { BenchContext } from './bench.ts';
import { startBenchCompany } from './company.ts';
import type { LineOptions } from './line.ts';
import { type Measurement, measured } from './measurement.ts';
import { putWithCurl, putWithUndici } from './peers.ts';
import { stallMeasurement, startProgram, watchStalls } from './program.ts';
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

/** Sends all files over a network with each program and yields the measurements. */
export async function* compareSenders(
  context: BenchContext,
  sampleDocuments: SampleDocuments,
  { name, line, isSecure, minRatio }: BenchNetwork,
): AsyncGenerator<Measurement> {
  const folder = join(context.folder, name);
  await mkdir(folder);
  const authority = isSecure ? createAuthority('Bench') : null;
  const certificateFile = authority === null ? null : join(folder, 'authority.pem');
  if (authority !== null && certificateFile !== null) await writeFile(certificateFile, authority.cert);
  await using far = await startBenchCompany(line, authority);
  const { company } = far;
  const { paths } = sampleDocuments;
  const upload = { company, paths, atOnce: maxConcurrent, folder, certificateFile };
  const count = paths.length;
  const filesPerSecond = (milliseconds: number) => (count / milliseconds) * 1000;
  const runCurl = () => {
    context.say(`curl, ${name}`);
    return putWithCurl(upload);
  };
  // Without a line, curl runs before and after Paydesk, and the better result counts, because the company is faster after a
  // warm-up. On a line, the round trips decide.
  let curlMs = await runCurl();
  context.say(`undici, ${name}`);
  const undiciMs = await putWithUndici(upload);
  await using program = await startProgram({ folder, company, hosts: far.hosts, certificateFile });
  context.say(`Paydesk, ${name}`);
  const stalls = await watchStalls(program);
  const connectionsBefore = company.connections().storage;
  const handshakesBefore = far.storageHandshakes();
  const { sending } = await sendAll(program, sampleDocuments);
  const stallTimes = await stalls();
  const usedConnections = company.connections().storage - connectionsBefore;
  const handshakes = far.storageHandshakes() - handshakesBefore;
  if (line === null) curlMs = Math.min(curlMs, await runCurl());
  const sent = filesPerSecond(sending);
  yield measured(`sent and attached, ${name}, against curl's bare PUTs`, 'files/s', sent, {
    peer: filesPerSecond(curlMs),
    of: 'ratio',
    atLeast: minRatio,
  });
  yield measured(`sent and attached, ${name}, against undici's bare PUTs`, 'files/s', sent, {
    peer: filesPerSecond(undiciMs),
  });
  yield measured(`PUTs per connection, ${name}`, 'PUTs', count / usedConnections, {
    atLeast: Math.min(100, count / maxConcurrent),
  });
  if (isSecure) {
    const perThousand = (number: number) => (number / count) * 1000;
    const what = `full handshakes with the storage for 1,000 PUTs, ${name}`;
    yield measured(what, 'handshakes', perThousand(handshakes), {
      atMost: Math.max(10, perThousand(maxConcurrent)),
    });
  }
  yield stallMeasurement(name, stallTimes);
}
