/** @file A small separate disk that can be filled. */
import { execFileSync } from 'node:child_process';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** False on a machine on which disks cannot be mounted. */
export const canMount = process.getuid?.() === 0 && process.platform === 'linux';

/** A mounted disk. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the free space, except for a number of bytes. */
  fill(freeBytes?: number): void;
  /** Frees the filled space. */
  free(): void;
}

/** Mounts a disk of `megabytes` megabytes on a new folder; the caller unmounts it. */
export async function mountDisk(path: string, megabytes: number): Promise<SmallDisk & { unmount(): void }> {
  await mkdir(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill(freeBytes = 0) {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
      } catch {
        // The disk is full as intended.
      }
      truncateSync(ballast, statSync(ballast).size - freeBytes);
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['-l', path]),
  };
}
