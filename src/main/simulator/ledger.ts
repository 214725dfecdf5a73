/** @file State of the practice company. Only journal records change it, so replaying them after a restart restores it. */
import { randomBytes } from 'node:crypto';
import type { Journal, JournalRecord } from './journal.ts';

/** A stored document (section 4.4). */
export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Number of complete uploads; the last one counts. */
  readonly puts: number;
  /** Time of the last upload, in milliseconds since 1970. */
  readonly storedAt: number;
  /** Only with `keepBytes`, and only until a restart. */
  readonly bytes: Uint8Array | null;
}

/** A document of a recipient (section 2.5). */
export interface AttachedDocument {
  readonly key: string;
  readonly name: string;
}

/** A recipient (section 4.5). */
export interface Recipient {
  readonly id: string;
  /** All fields that were sent except `documentDetails`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** In the order of attaching. A key that was attached twice is listed twice. */
  readonly documents: readonly AttachedDocument[];
  /** Number of updates that took effect since the creation. */
  readonly updates: number;
}

/** One accepted request of section 4.7. E-mail addresses are not stored. */
export type StatementRequest = Omit<Extract<JournalRecord, { kind: 'statement' }>, 'kind'>;

/** The file of an upload link. */
export interface IssuedDocument {
  /** The original file name in normalization form C. */
  readonly name: string;
  readonly contentType: string;
}

/** State of the practice company. */
export interface LedgerState {
  /** Well-formed login calls, including refused ones. */
  readonly logins: number;
  readonly tokensIssued: number;
  readonly linksIssued: number;
  readonly objects: ReadonlyMap<string, StoredObject>;
  readonly recipients: ReadonlyMap<string, Recipient>;
  readonly statementRequests: readonly StatementRequest[];
}

export interface Ledger {
  readonly state: LedgerState;
  /** The secret that signs links. */
  readonly secret: Buffer;
  issued(key: string): IssuedDocument | null;
  /** Writes a record and applies it. */
  commit(record: Exclude<JournalRecord, { kind: 'opened' }>, bytes?: Uint8Array | null): void;
}

/** Opens the ledger of a company. Throws when the journal is another company's. */
export function openLedger(journal: Journal, owner: { environment: string; companyId: string }): Ledger {
  const counters = { logins: 0, tokensIssued: 0, linksIssued: 0 };
  const issued = new Map<string, IssuedDocument>();
  const objects = new Map<string, StoredObject>();
  const recipients = new Map<string, Recipient>();
  const statementRequests: StatementRequest[] = [];

  function apply(record: JournalRecord, bytes: Uint8Array | null): void {
    switch (record.kind) {
      case 'opened':
        return;
      case 'login':
        counters.logins += 1;
        if (record.accepted) counters.tokensIssued += 1;
        return;
      case 'issued':
        counters.linksIssued += record.items.length;
        for (const { key, name, type } of record.items) issued.set(key, { name, contentType: type });
        return;
      case 'stored': {
        const { key, size, sha256, type, at } = record;
        const puts = (objects.get(key)?.puts ?? 0) + 1;
        objects.set(key, { key, size, sha256, contentType: type, puts, storedAt: at, bytes });
        return;
      }
      case 'recipient':
        recipients.set(record.id, changedRecipient(recipients.get(record.id), record));
        return;
      case 'statement': {
        const { kind: _, ...request } = record;
        statementRequests.push(request);
      }
    }
  }

  const secret = openSecret(journal, owner);
  for (const record of journal.earlier) apply(record, null);
  return {
    secret,
    state: {
      objects,
      recipients,
      statementRequests,
      get logins() {
        return counters.logins;
      },
      get tokensIssued() {
        return counters.tokensIssued;
      },
      get linksIssued() {
        return counters.linksIssued;
      },
    },
    issued: (key) => issued.get(key) ?? null,
    commit(record, bytes = null) {
      journal.append(record);
      apply(record, bytes);
    },
  };
}

function openSecret(journal: Journal, owner: { environment: string; companyId: string }): Buffer {
  const first = journal.earlier[0];
  if (first === undefined) {
    const secret = randomBytes(32);
    const { environment, companyId } = owner;
    const text = secret.toString('base64url');
    journal.append({ kind: 'opened', version: 1, environment, companyId, secret: text });
    return secret;
  }
  if (
    first.kind !== 'opened' ||
    first.environment !== owner.environment ||
    first.companyId !== owner.companyId
  ) {
    throw new Error('The journal belongs to another practice company');
  }
  return Buffer.from(first.secret, 'base64url');
}

function changedRecipient(
  before: Recipient | undefined,
  record: Extract<JournalRecord, { kind: 'recipient' }>,
): Recipient {
  const attached = before?.documents ?? [];
  const added = record.documents;
  return {
    id: record.id,
    fields: { ...before?.fields, ...record.fields },
    documents: added === null ? attached : record.change === 'append' ? [...attached, ...added] : added,
    updates: before === undefined ? 0 : before.updates + 1,
  };
}
