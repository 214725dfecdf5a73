/**
 * @file Where the administrator's file of a machine lies, and whether it can be his: one that ordinary users can write
 * says nothing about what the company has decided.
 */
import { lstat } from 'node:fs/promises';
import { dirname, win32 } from 'node:path';
import { isWritableByAdministratorsAlone } from './security-descriptor.ts';

/** Path of the administrator's file. */
export function policyFile(
  os: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (os === 'win32') {
    const programData = environment['PROGRAMDATA'] ?? environment['ProgramData'] ?? '';
    return win32.join(programData === '' ? 'C:\\ProgramData' : programData, 'Paydesk', 'policy.json');
  }
  return os === 'darwin' ? '/Library/Application Support/Paydesk/policy.json' : '/etc/paydesk/policy.json';
}

/** `absent`: there is none. `open`: ordinary users can write it. */
export type FileProtection = 'absent' | 'open' | 'protected';

/** Gives the security descriptor (SDDL) of a file or folder of Windows. Rejects when it cannot be read. */
export type ReadSecurityDescriptor = (path: string) => Promise<string>;

/**
 * Looks at who can write the file and the folder it is in. On Windows Administrators or SYSTEM own both, and nobody else
 * may write (every user may create folders in ProgramData, also the one of Paydesk); elsewhere both belong to root and
 * are writable by nobody else. A link counts as open. Never rejects.
 */
export async function protectionOf(
  path: string,
  os: NodeJS.Platform,
  readSecurityDescriptor: ReadSecurityDescriptor,
): Promise<FileProtection> {
  try {
    const statuses = [await lstat(path), await lstat(dirname(path))];
    if (statuses.some((status) => status.isSymbolicLink())) return 'open';
    if (os === 'win32') {
      const descriptors = [await readSecurityDescriptor(path), await readSecurityDescriptor(dirname(path))];
      return descriptors.every(isWritableByAdministratorsAlone) ? 'protected' : 'open';
    }
    return statuses.every(({ uid, mode }) => uid === 0 && (mode & 0o022) === 0) ? 'protected' : 'open';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'absent' : 'open';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
