/**
 * @file Where the administrator's file of a machine lies, and whether it can be his: one that ordinary users can write
 * says nothing about what the company has decided.
 */
import { open, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

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
export type Protection = 'absent' | 'open' | 'protected';

/**
 * Looks at who can write the file. On Windows the test is whether this program, which runs as an ordinary user, can;
 * elsewhere file and folder must belong to root and be writable by nobody else. Never rejects.
 */
export async function protectionOf(path: string, os: NodeJS.Platform): Promise<Protection> {
  try {
    if (os === 'win32') return (await canOpenForWriting(path)) ? 'open' : 'protected';
    const statuses = [await stat(path), await stat(posix.dirname(path))];
    return statuses.every(({ uid, mode }) => uid === 0 && (mode & 0o022) === 0) ? 'protected' : 'open';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'absent' : 'open';
  }
}

async function canOpenForWriting(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r+')).close();
    return true;
  } catch (error) {
    if (['EPERM', 'EACCES'].includes(codeOf(error))) return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
