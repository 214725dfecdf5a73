/** @file State of the practice company. Only journal records change it, so replaying them after a restart restores it. */
import { randomBytes } from 'node:crypto';
import type { Journal, JournalRecord } from './journal.ts';

/** A stored document (section 4.4). */
interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Number of complete uploads; the other fields describe the last upload. */
  readonly uploadCount: number;
  /** Time of the last upload, in milliseconds since 1970. */
  readonly storedAt: number;
  /** The uploaded bytes; `null` without the option `keepBytes` or after a restart. */
  readonly bytes: Uint8Array | null;
}

/** A document of a recipient (section 2.5). */
export interface AttachedDocument {
  readonly key: string;
  readonly name: string;
}

/** A recipient (section 4.5). */
interface Recipient {
  readonly id: string;
  /** All fields of the recipient's calls except `documentDetails`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** In the order in which they were attached. A key that was attached twice is listed twice. */
  readonly documents: readonly AttachedDocument[];
  /** Number of updates that took effect since the creation. */
  readonly updateCount: number;
}

/** One accepted request of section 4.7. E-mail addresses are not stored. */
type StatementRequest = Omit<Extract<JournalRecord, { kind: 'statement' }>, 'kind'>;

/** The file of an upload link. */
interface IssuedDocument {
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

export type Ledger = ReturnType<typeof openLedger>;

/** Opens the ledger of a company. Throws when the journal belongs to another company. */
export function openLedger(journal: Journal, owner: { environment: string; companyId: string }) {
  const counters = { logins: 0, tokensIssued: 0, linksIssued: 0 };
  const issuedDocuments = new Map<string, IssuedDocument>();
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
        for (const { key, name, type } of record.items) issuedDocuments.set(key, { name, contentType: type });
        return;
      case 'stored': {
        const { key, size, sha256, type, at } = record;
        const uploadCount = (objects.get(key)?.uploadCount ?? 0) + 1;
        objects.set(key, { key, size, sha256, contentType: type, uploadCount, storedAt: at, bytes });
        return;
      }
      case 'recipient':
        recipients.set(record.id, applyRecipientChange(recipients.get(record.id), record));
        return;
      case 'statement': {
        const { kind: _, ...request } = record;
        statementRequests.push(request);
      }
    }
  }

  const secret = openSecret(journal, owner);
  for (const record of journal.earlierRecords) apply(record, null);
  return {
    /** The secret that signs links. */
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
    findIssued: (key: string) => issuedDocuments.get(key) ?? null,
    /** Writes a record to the journal and applies it to the state. */
    commit(record: Exclude<JournalRecord, { kind: 'opened' }>, bytes: Uint8Array | null = null) {
      journal.append(record);
      apply(record, bytes);
    },
  };
}

function openSecret(journal: Journal, owner: { environment: string; companyId: string }): Buffer {
  const firstRecord = journal.earlierRecords[0];
  if (firstRecord === undefined) {
    const secret = randomBytes(32);
    const { environment, companyId } = owner;
    const encodedSecret = secret.toString('base64url');
    journal.append({ kind: 'opened', version: 1, environment, companyId, secret: encodedSecret });
    return secret;
  }
  if (
    firstRecord.kind !== 'opened' ||
    firstRecord.environment !== owner.environment ||
    firstRecord.companyId !== owner.companyId
  ) {
    throw new Error('The journal belongs to another practice company');
  }
  return Buffer.from(firstRecord.secret, 'base64url');
}

function applyRecipientChange(
  previous: Recipient | undefined,
  { id, fields, change, documents }: Extract<JournalRecord, { kind: 'recipient' }>,
): Recipient {
  const attachedDocuments = previous?.documents ?? [];
  const keptDocuments = documents === null || change === 'append' ? attachedDocuments : [];
  return {
    id,
    fields: { ...previous?.fields, ...fields },
    documents: [...keptDocuments, ...(documents ?? [])],
    updateCount: previous === undefined ? 0 : previous.updateCount + 1,
  };
}
