/** @file The service client of one profile, over the real network of this machine. */
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/clock.ts';
import type { Clock } from '../../../src/main/platform/platform.ts';
import type { ExchangeRecord } from '../../../src/main/service/http/exchange.ts';
import { HostBackoff, withHostBackoff } from '../../../src/main/service/http/host-backoff.ts';
import { createHttp, type Http } from '../../../src/main/service/http/http.ts';
import type { OutgoingBody } from '../../../src/main/service/http/http-messages.ts';
import { createLargeJsonParser } from '../../../src/main/service/http/large-json.ts';
import type { ProxyCredentialsProvider } from '../../../src/main/service/http/proxy-credentials.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { PaymentsService } from '../../../src/main/service/service.ts';
import type { Environment, HostName, Hosts } from '../../../src/shared/model/session/environment.ts';
import { type ProfileOptions, profileOptionsSchema } from '../../../src/shared/model/session/profile.ts';
import { entries } from '../entries.ts';
import { hostsAt } from './hosts.ts';

/** The API key of every test service; it must appear only in login requests. */
const canaryKey = 'canary-api-key-93ab';

/** Options of the client. */
export interface ServiceOptions {
  /** Base URL of every service that `hosts` does not list. */
  readonly base: string;
  readonly hosts?: Readonly<Partial<Record<HostName, string>>>;
  readonly options?: Readonly<Partial<ProfileOptions>>;
  readonly environment?: Environment;
  readonly clientId?: string;
  readonly apiKey?: string;
  readonly clock?: Clock;
  /** Pauses that clients share; by default the client has its own. */
  readonly hostBackoff?: HostBackoff;
  /** PAC result of the machine. */
  readonly pac?: string | (() => Promise<string>);
  readonly allowHttpLoopback?: boolean;
  /** Provider of proxy credentials. */
  readonly proxyCredentials?: ProxyCredentialsProvider;
}

/** A client with its recorded exchanges. */
interface OpenService {
  readonly service: PaymentsService;
  readonly http: Http;
  readonly exchanges: ExchangeRecord[];
}

/** Creates a client whose connections are closed when the test ends. */
export function openService(options: ServiceOptions): OpenService {
  const { base, pac = 'DIRECT' } = options;
  const clock = options.clock ?? systemClock;
  const unlimitedHttp = createHttp({
    clock,
    network: { resolveProxy: async () => (typeof pac === 'string' ? pac : pac()) },
    agent: 'Paydesk/0.0.0',
    ...(options.proxyCredentials === undefined ? {} : { proxyCredentials: options.proxyCredentials }),
  });
  onTestFinished(() => unlimitedHttp.dropConnections());
  const http = withHostBackoff(unlimitedHttp, options.hostBackoff ?? new HostBackoff(clock), clock);
  const hosts: Hosts = { ...hostsAt(base), ...options.hosts };
  const exchanges: ExchangeRecord[] = [];
  const service = new PaymentsService({
    profile: {
      id: 'test-profile',
      origin: 'clerk',
      name: 'Nordlicht',
      environment: options.environment ?? 'sandbox',
      clientId: options.clientId ?? 'client-1',
      hosts,
      options: profileOptionsSchema.parse(options.options ?? {}),
    },
    apiKey: new Secret('api-key', options.apiKey ?? canaryKey),
    allowHttpLoopback: options.allowHttpLoopback ?? true,
    http,
    clock,
    parseLargeJson: createLargeJsonParser(entries.jsonParser, clock),
    onExchange: (exchange) => exchanges.push(exchange),
    onSignedIn: () => undefined,
  });
  return { service, http, exchanges };
}

/** Creates a request body from chunks. */
export function bodyOf(...chunks: readonly Uint8Array[]): OutgoingBody {
  return {
    size: chunks.reduce((sum, { length }) => sum + length, 0),
    async *chunks() {
      yield* chunks;
    },
  };
}
