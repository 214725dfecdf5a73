/** @file The protections of Windows for folders with other people's files, which are as strict on this system. */
import { readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkGuards } from '../../../src/main/files/guarded-folder.ts';

const openFiles = '/proc/self/fd';

/** Refuses a file that any program has open, as an exclusive open on Windows does; here, all programs are this process. */
async function requireUnused(path: string): Promise<void> {
  const resolvedPath = await realpath(path);
  for (const descriptor of await readdir(openFiles)) {
    const target = await readlink(join(openFiles, descriptor)).catch(() => null);
    if (target === resolvedPath) throw Object.assign(new Error('The file is in use'), { code: 'EBUSY' });
  }
}

/** Neither flags of `open` nor paths through folder descriptors. */
export const windowsGuards: LinkGuards = {
  noFollow: 0,
  nonBlock: 0,
  descriptorFolder: null,
  isSystemAccount: () => false,
  requireUnused,
};
