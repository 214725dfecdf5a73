/**
 * @file Locates the administrator's policy file and checks its permissions. A file that ordinary users can write is not
 * trusted.
 */
import { lstat } from 'node:fs/promises';
import { dirname, win32 } from 'node:path';
import { isWritableByAdministratorsAlone } from '../security-descriptor.ts';

export function locatePolicyFile(
  os: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (os === 'win32') {
    const programData = environment['PROGRAMDATA'] ?? environment['ProgramData'] ?? '';
    return win32.join(programData === '' ? 'C:\\ProgramData' : programData, 'Paydesk', 'policy.json');
  }
  return os === 'darwin' ? '/Library/Application Support/Paydesk/policy.json' : '/etc/paydesk/policy.json';
}

/** `absent`: no file. `open`: ordinary users can write the file. */
type FileProtection = 'absent' | 'open' | 'protected';

/** Reads the security descriptor (SDDL) of a file or folder on Windows. Rejects when it cannot be read. */
export type ReadSecurityDescriptor = (path: string) => Promise<string>;

/**
 * Checks who can write the file and its folder. On Windows, both must be owned and writable only by Administrators or
 * SYSTEM (every user may create folders in ProgramData, including Paydesk's); elsewhere both must be owned and writable
 * only by root. A symbolic link counts as open. Never rejects.
 */
export async function checkProtection(
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
    return getErrorCode(error) === 'ENOENT' ? 'absent' : 'open';
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
