/** @file A practice company for benchmarks, with or without TLS and a slow network. */
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { HostLabel } from '../../src/main/simulator/route-names.ts';
import type { CreateServer } from '../../src/main/simulator/server.ts';
import type { Hosts } from '../../src/shared/model/environment.ts';
import type { Authority } from '../fakes/certificate.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { type LineOptions, startLine } from './line.ts';

/** Numbers of TLS handshakes. */
interface Handshakes {
  readonly full: number;
  /** Handshakes that resumed a session, without certificates. */
  readonly resumed: number;
}

export interface BenchCompany {
  readonly company: Simulator;
  /** Hosts for the profile. */
  readonly hosts: Hosts;
  /** Returns the handshakes of a host so far; none without TLS. */
  handshakes(host: HostLabel): Handshakes;
  close(): Promise<void>;
}

/**
 * Starts a company with a simulated network in front of every host, including storage; `null` for none. With an
 * authority, every host uses TLS and a certificate of that authority, which this process trusts until the company closes.
 */
export async function startBenchCompany(
  options: LineOptions | null,
  authority: Authority | null = null,
): Promise<BenchCompany> {
  const handshakes = new Map<HostLabel, Handshakes>();
  const line = options === null ? null : startLine(options);
  const trustedBefore = getCACertificates('default');
  if (authority !== null) setDefaultCACertificates([...trustedBefore, authority.cert]);
  const company = await startSimulator({
    createServer: createServers(authority, (host, isResumed) => {
      const { full, resumed } = handshakes.get(host) ?? { full: 0, resumed: 0 };
      handshakes.set(host, isResumed ? { full, resumed: resumed + 1 } : { full: full + 1, resumed });
    }),
    ...(line === null ? {} : { storageAddress: (own) => line.to(own) }),
  });
  const addressOf = (base: string) => line?.to(base) ?? base;
  const { auth, wallet, beneficiary, exchange, onboarding, legacy, statement } = company.hosts;
  return {
    company,
    hosts: {
      auth: await addressOf(auth),
      wallet: await addressOf(wallet),
      beneficiary: await addressOf(beneficiary),
      exchange: await addressOf(exchange),
      onboarding: await addressOf(onboarding),
      legacy: await addressOf(legacy),
      statement: await addressOf(statement),
    },
    handshakes: (host) => handshakes.get(host) ?? { full: 0, resumed: 0 },
    async close() {
      await company.close();
      await line?.close();
      setDefaultCACertificates(trustedBefore);
    },
  };
}

function createServers(
  authority: Authority | null,
  onHandshake: (host: HostLabel, isResumed: boolean) => void,
): CreateServer {
  if (authority === null) return (_, options) => new HttpServer(options);
  const identity = authority.issue('127.0.0.1');
  return (host, options) => {
    const server = new HttpsServer({ ...options, ...identity });
    server.on('secureConnection', (socket) => onHandshake(host, socket.isSessionReused()));
    return server;
  };
}
