/** @file What a practice company can be told to be: mostly decisions that the specification leaves open. */
import type { Environment } from '../../shared/model/environment.ts';
import type { HostLabel } from './route.ts';
import type { StatementEvent } from './statements.ts';

/** A pair that the login accepts (section 2.1). */
export interface Credentials {
  readonly clientId: string;
  readonly apiKey: string;
}

/** Options of a practice company. Every one has a default. */
export interface SimulatorOptions {
  /** Ports to listen on; an ephemeral one for every host that is not named. */
  readonly ports?: Readonly<Partial<Record<HostLabel, number>>>;
  readonly environment?: Environment;
  readonly companyId?: string;
  /**
   * Default: a client ID that tells the environment, and a key that belongs to the journal (or to this run). A key of
   * fewer than 16 characters is not looked for in places where it does not belong.
   */
  readonly credentials?: Credentials;
  /** A file in which the company lives on after a restart; `null` forgets everything. */
  readonly journal?: string | null;
  /** Keeps the bytes of uploads in memory, for tests that compare them. */
  readonly keepBytes?: boolean;
  /** Decides what chance says in faults. */
  readonly seed?: number;
  /** Where signed links lead, when something stands in front of the storage host; its own base URL is given. */
  readonly storageAddress?: (own: string) => Promise<string>;
  /** Milliseconds since 1970; real time by default. */
  readonly time?: () => number;
  /** Dotted path of the token in the login answer (section 2.2 does not name it). */
  readonly loginTokenField?: string;
  /** Dotted path of the company identifier in the login answer. */
  readonly companyIdField?: string;
  /** What the `companyId` query of section 4.3 is; a wrong company is a violation either way. */
  readonly companyIdQuery?: 'allowed' | 'violation';
  /** The most items in one request of section 4.3. */
  readonly maximumItems?: number;
  /** What an update does to the documents that are attached already (section 4.5 does not say). */
  readonly recipientUpdate?: 'replace' | 'append';
  /** Dotted path of the new ID in the answer to `POST /recipients`; `null` answers without it. */
  readonly recipientIdField?: string | null;
  /** An update of a recipient nobody created: it is created, or refused with 404. */
  readonly unknownRecipient?: 'create' | 'refuse';
  /** Where the list of wallets is in its answer: at the top, under a name, or nowhere. */
  readonly walletsField?: 'top' | 'data' | 'items' | 'wallets' | 'results' | 'nowhere';
  readonly walletIdField?: 'id' | 'walletId';
  /** The HTTP status of section 4.7: the one in the body, or 200 whatever the body says. */
  readonly statementStatus?: 'as-in-body' | 'always-200';
  /** Validity of statement links, in seconds. */
  readonly statementLinkSeconds?: number;
  /** About how many transactions a wallet has on a working day. */
  readonly transactionsPerDay?: number;
  /** Has work for newcomers, some of it wrong on purpose: see samples.ts. Off for tests. */
  readonly samples?: boolean;
  /** What a stored object's `ETag` is: its MD5, something opaque, or missing. */
  readonly etag?: 'opaque' | 'md5' | 'none';
  /** Hears of every webhook event, after the answer to its request was given. */
  readonly onEvent?: (event: StatementEvent) => void;
}

/** Options without gaps, but for those that depend on the journal or on the caller. */
export type Settings = Readonly<
  Required<
    Omit<
      SimulatorOptions,
      'ports' | 'credentials' | 'journal' | 'seed' | 'storageAddress' | 'time' | 'onEvent'
    >
  >
>;

/** Fills the gaps. */
export function settingsOf(options: SimulatorOptions): Settings {
  return {
    environment: options.environment ?? 'sandbox',
    companyId: options.companyId ?? 'practice-company',
    keepBytes: options.keepBytes ?? false,
    loginTokenField: options.loginTokenField ?? 'accessToken',
    companyIdField: options.companyIdField ?? 'companyId',
    companyIdQuery: options.companyIdQuery ?? 'allowed',
    maximumItems: options.maximumItems ?? 1000,
    recipientUpdate: options.recipientUpdate ?? 'replace',
    recipientIdField: options.recipientIdField === undefined ? 'recipientId' : options.recipientIdField,
    unknownRecipient: options.unknownRecipient ?? 'create',
    walletsField: options.walletsField ?? 'data',
    walletIdField: options.walletIdField ?? 'id',
    statementStatus: options.statementStatus ?? 'as-in-body',
    statementLinkSeconds: options.statementLinkSeconds ?? 86_400,
    transactionsPerDay: options.transactionsPerDay ?? 4,
    samples: options.samples ?? false,
    etag: options.etag ?? 'opaque',
  };
}
