/** @file Maps errors of the file system to reasons of documents. */
import { stat } from 'node:fs/promises';
import type { DocumentReason, DocumentReasonCode } from '../../../../shared/model/documents/document.ts';
import { findDriveRoot } from '../../../files/drives.ts';
import { NotAFile } from './open.ts';

function systemCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';
}

/** Reasons by system error code; other codes give no reason to wait. */
const reasonOfCode: Readonly<Record<string, DocumentReasonCode>> = {
  // Opening a socket.
  ENXIO: 'not-a-file',
  ELOOP: 'link-loop',
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EBUSY: 'file-locked',
  ETXTBSY: 'file-locked',
  // The share or drive was disconnected during use.
  EHOSTDOWN: 'drive-away',
  EHOSTUNREACH: 'drive-away',
  ENETDOWN: 'drive-away',
  ENETUNREACH: 'drive-away',
  ENOTCONN: 'drive-away',
  ECONNRESET: 'drive-away',
  ETIMEDOUT: 'drive-away',
  ESTALE: 'drive-away',
  ENODEV: 'drive-away',
  EIO: 'drive-away',
  // A file in the cloud: on Windows, unavailable at the moment; on macOS, not to be downloaded.
  UNKNOWN: 'cloud-only',
  EDEADLK: 'cloud-only',
};

/** Returns the reason for a file system error. */
export function reasonOfSystemError(thrown: unknown): DocumentReason {
  if (thrown instanceof NotAFile) return { code: thrown.isFolder ? 'is-folder' : 'not-a-file', facts: {} };
  const systemErrorCode = systemCode(thrown);
  const code = reasonOfCode[systemErrorCode];
  return code === undefined
    ? { code: 'unreadable', facts: { system: systemErrorCode } }
    : { code, facts: {} };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Returns the reason for a file system error; for a missing file also checks whether its drive is connected. */
export async function reasonAt(path: string, thrown: unknown): Promise<DocumentReason> {
  const reason = reasonOfSystemError(thrown);
  const drive = reason.code === 'file-missing' ? findDriveRoot(path) : null;
  return drive === null || (await exists(drive)) ? reason : { code: 'drive-away', facts: {} };
}

const waitReasonCodes = new Set<DocumentReasonCode>([
  'file-missing',
  'file-locked',
  'drive-away',
  'drive-not-responding',
  'cloud-only',
]);

/** True for a reason that ends when the file is available again. */
export function waitsForFile({ code }: DocumentReason): boolean {
  return waitReasonCodes.has(code);
}
