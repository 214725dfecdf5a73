/** @file Reads the parts of the subjects that Paydesk records. A subject in any other form has no parts. */

/** Splits the subject of an attach operation, such as `Balticum (3)`, into beneficiary and number of documents. */
export function parseAttached(
  subject: string,
): { readonly label: string; readonly documents: number } | null {
  const [, label, documents] = /^(.*) \((\d{1,9})\)$/s.exec(subject) ?? [];
  return label === undefined ? null : { label, documents: Number(documents) };
}

/** Splits the subject of a request for statements: calendar dates and wallet IDs. */
export function parsePeriod(
  subject: string,
): { readonly since: string; readonly till: string; readonly wallets: string } | null {
  const [, since, till, wallets] = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d): (.*)$/s.exec(subject) ?? [];
  if (since === undefined || till === undefined || wallets === undefined) return null;
  return { since, till, wallets };
}

interface Download {
  readonly id: number;
  readonly walletId: number;
  readonly since: string;
  readonly till: string;
}

/** Writes the subject of a download: period, wallet and number of the statement. */
export function formatDownload({ id, walletId, since, till }: Download): string {
  return `${since} to ${till}: ${walletId} (${id})`;
}

/** Reads the subject of a download. Earlier versions recorded the number of the statement only. */
export function parseDownload(subject: string): Pick<Download, 'id'> & { readonly period: string | null } {
  const [, period, id] = /^(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d: \d+) \((\d{1,15})\)$/.exec(subject) ?? [];
  return { id: Number(id ?? subject), period: period ?? null };
}

/**
 * Returns the number of the batch in a subject such as `Batch 14, 3 documents` or `1,200 files of batch 14: …`: the first
 * number at the end of a clause.
 */
export function parseBatchNumber(subject: string): number | null {
  const digits = /(\d{1,9})[,:] /.exec(subject)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Writes the subject of an evidence pack: its folder and its fingerprint in hex. */
export function formatPack(folder: string, fingerprint: string): string {
  return `${folder} (SHA-256 ${fingerprint})`;
}

/** Formats the subject of a matching: the ledger and the settings. */
export function formatMatching(ledger: string, settings: string): string {
  return `${ledger}: ${settings}`;
}

/** Splits the subject of an evidence pack. */
export function parsePack(subject: string): { readonly folder: string; readonly fingerprint: string } | null {
  const [, folder, fingerprint] = /^(.*) \(SHA-256 ([0-9a-f]{64})\)$/s.exec(subject) ?? [];
  return folder === undefined || fingerprint === undefined ? null : { folder, fingerprint };
}
