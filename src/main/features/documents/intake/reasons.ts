/** @file What a failed look at a path means, in the words of documents. */
import { stat } from 'node:fs/promises';
import type { DocumentReason, DocumentReasonCode } from '../../../../shared/model/document.ts';
import { NotAFile } from './open.ts';

function systemCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : 'unknown';
}

/** What the system's codes mean; a code that is not here is no reason to wait. */
const reasonOfCode: Readonly<Record<string, DocumentReasonCode>> = {
  // Opening a socket.
  ENXIO: 'not-a-file',
  ELOOP: 'link-loop',
  ENOENT: 'file-missing',
  ENOTDIR: 'file-missing',
  EBUSY: 'file-locked',
  ETXTBSY: 'file-locked',
  // A share or a drive that went away while it was used.
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
  // Windows says so of a file that its cloud does not give now, macOS of one that is not to be fetched.
  UNKNOWN: 'cloud-only',
  EDEADLK: 'cloud-only',
};

/** The reason that a failed look at a path gives. */
export function reasonOfSystemError(thrown: unknown): DocumentReason {
  if (thrown instanceof NotAFile) return { code: thrown.isFolder ? 'is-folder' : 'not-a-file', facts: {} };
  const system = systemCode(thrown);
  const code = reasonOfCode[system];
  return code === undefined ? { code: 'unreadable', facts: { system } } : { code, facts: {} };
}

/**
 * The folder where a drive or share appears on which a path is: `Z:\`, `\\server\share\`, `/Volumes/Archive`,
 * `/media/name/Archive`; `null` for a path on the system's own drive.
 */
export function driveOf(path: string): string | null {
  const windows = /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?)/.exec(path);
  if (windows !== null) return windows[0];
  return (
    /^(?:\/Volumes\/[^/]+|\/mnt\/[^/]+|\/media\/[^/]+\/[^/]+|\/run\/media\/[^/]+\/[^/]+)/.exec(path)?.[0] ??
    null
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The reason that a failed look at a path gives; a file that is missing together with its drive waits for the drive. */
export async function reasonAt(path: string, thrown: unknown): Promise<DocumentReason> {
  const reason = reasonOfSystemError(thrown);
  const drive = reason.code === 'file-missing' ? driveOf(path) : null;
  return drive === null || (await exists(drive)) ? reason : { code: 'drive-away', facts: {} };
}

const waiting = new Set<DocumentReasonCode>([
  'file-missing',
  'file-locked',
  'drive-away',
  'drive-not-responding',
  'cloud-only',
]);

/** True for a reason that is over when the file is there again. */
export function waitsForFile({ code }: DocumentReason): boolean {
  return waiting.has(code);
}
