/** @file Options of a practice company, mostly for decisions that the specification leaves open. */
import type { Environment } from '../../shared/model/session/environment.ts';
import type { Call } from './http/calls.ts';
import type { HostLabel } from './http/route-names.ts';
import type { CreateServer } from './http/server.ts';
import type { Violation } from './http/violations.ts';
import type { StatementEvent } from './worker-messages.ts';

/** Credentials that the login accepts (section 2.1). */
export interface Credentials {
  readonly clientId: string;
  readonly apiKey: string;
}

/** Options of a practice company. All have defaults. */
export interface SimulatorOptions {
  /** Ports to listen on; hosts without one get an ephemeral port. */
  readonly ports?: Readonly<Partial<Record<HostLabel, number>>>;
  readonly environment?: Environment;
  readonly companyId?: string;
  /**
   * By default, a client ID that names the environment, and a key derived from the secret of the journal. Requests are
   * not checked for leaks of a key of fewer than 16 characters.
   */
  readonly credentials?: Credentials;
  /** Journal file that keeps the state across restarts; `null` keeps nothing. */
  readonly journal?: string | null;
  /** Keeps uploaded bytes in memory, for tests that compare them. */
  readonly keepBytes?: boolean;
  /** Base URL of signed links when a proxy is in front of the storage host; receives the host's own base URL. */
  readonly storageAddress?: (ownBaseUrl: string) => Promise<string>;
  /** Creates the servers of the hosts, such as servers with TLS; plain HTTP by default. */
  readonly createServer?: CreateServer;
  /** Milliseconds since 1970; real time by default. */
  readonly time?: () => number;
  /** Dotted path of the token in the login answer (section 2.2 does not name it). */
  readonly loginTokenField?: string;
  /** Whether an update replaces or adds documents (section 4.5 does not specify it). */
  readonly recipientUpdate?: 'replace' | 'append';
  /** Dotted path of the new ID in the response to `POST /recipients`; `null` omits it. */
  readonly recipientIdField?: string | null;
  /** Position of the wallet list in the response. */
  readonly walletsField?: 'top' | 'data' | 'items' | 'wallets' | 'results' | 'nowhere';
  readonly walletIdField?: 'id' | 'walletId';
  /** HTTP status of responses of section 4.7: the status in the body, or always 200. */
  readonly statementStatus?: 'as-in-body' | 'always-200';
  /** Approximate transactions per wallet and working day. */
  readonly transactionsPerDay?: number;
  /** Provides sample work with deliberate mistakes (see samples.ts). Off in tests. */
  readonly samples?: boolean;
  /** Called for every webhook event, after the response to its request. */
  readonly onEvent?: (event: StatementEvent) => void;
  /** Called for every call, before the client sees its response. */
  readonly onCall?: (call: Call) => void;
  readonly onViolation?: (violation: Violation) => void;
}

/** Options with defaults applied, except those that depend on the journal or on the caller. */
export type Settings = Readonly<
  Required<
    Omit<
      SimulatorOptions,
      | 'ports'
      | 'credentials'
      | 'journal'
      | 'storageAddress'
      | 'createServer'
      | 'time'
      | 'onEvent'
      | 'onCall'
      | 'onViolation'
    >
  >
>;

/** Applies the defaults. */
export function applyDefaults(options: SimulatorOptions): Settings {
  return {
    environment: options.environment ?? 'sandbox',
    companyId: options.companyId ?? 'practice-company',
    keepBytes: options.keepBytes ?? false,
    loginTokenField: options.loginTokenField ?? 'accessToken',
    recipientUpdate: options.recipientUpdate ?? 'replace',
    recipientIdField: options.recipientIdField === undefined ? 'recipientId' : options.recipientIdField,
    walletsField: options.walletsField ?? 'data',
    walletIdField: options.walletIdField ?? 'id',
    statementStatus: options.statementStatus ?? 'as-in-body',
    transactionsPerDay: options.transactionsPerDay ?? 4,
    samples: options.samples ?? false,
  };
}
