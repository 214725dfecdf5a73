/** @file Dependencies that the operations of a practice company share. */
import type { Transactions } from './data/transactions.ts';
import type { LinkSigner } from './http/links.ts';
import type { Ledger } from './ledger.ts';
import type { Credentials, Settings } from './options.ts';
import type { Tokens } from './tokens.ts';
import type { StatementEvent } from './worker-messages.ts';

export interface SimulatorDeps {
  readonly settings: Settings;
  readonly credentials: Credentials;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly ledger: Ledger;
  readonly tokens: Tokens;
  readonly links: LinkSigner;
  readonly transactions: Transactions;
  /** Returns the base URL of the storage host, which is known only after the host has started to listen. */
  getStorageUrl(): string;
  /** Publishes a webhook event (section 6). */
  emit(event: StatementEvent): void;
}
