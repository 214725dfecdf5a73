/** @file A practice company for benchmarks, with or without TLS and a slow network. */
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Hosts, hostNames, hostsSchema } from '../../src/shared/model/session/environment.ts';
import type { Authority } from '../fakes/servers/certificate.ts';
import { type Simulator, startSimulator } from '../practice/simulator.ts';
import { type LineOptions, startLine } from './line.ts';

interface BenchCompany extends AsyncDisposable {
  readonly company: Simulator;
  /** Hosts for the profile. */
  readonly hosts: Hosts;
  /** Returns the number of full TLS handshakes with the storage so far; those that resume a session are not counted. */
  storageHandshakes(): number;
}

/**
 * Starts a company with a simulated network in front of every host, including storage; `null` for none. With an
 * authority, every host uses TLS and a certificate of that authority, which this process trusts until the company closes.
 */
export async function startBenchCompany(
  options: LineOptions | null,
  authority: Authority | null = null,
): Promise<BenchCompany> {
  let storageHandshakes = 0;
  const line = options === null ? null : startLine(options);
  const trustedBefore = getCACertificates('default');
  if (authority !== null) setDefaultCACertificates([...trustedBefore, authority.cert]);
  const identity = authority?.issue('127.0.0.1');
  const company = await startSimulator({
    createServer(host, serverOptions) {
      if (identity === undefined) return new HttpServer(serverOptions);
      const server = new HttpsServer({ ...serverOptions, ...identity });
      server.on('secureConnection', (socket) => {
        if (host === 'storage' && !socket.isSessionReused()) storageHandshakes += 1;
      });
      return server;
    },
    ...(line === null ? {} : { storageAddress: (own) => line.to(own) }),
  });
  const addresses = hostNames.map(
    async (name) => [name, (await line?.to(company.hosts[name])) ?? company.hosts[name]] as const,
  );
  return {
    company,
    hosts: hostsSchema.parse(Object.fromEntries(await Promise.all(addresses))),
    storageHandshakes: () => storageHandshakes,
    async [Symbol.asyncDispose]() {
      await company.close();
      await line?.close();
      setDefaultCACertificates(trustedBefore);
    },
  };
}
