/** @file A small separate disk that a test can fill. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from '../test-app.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';

/** A mounted disk. */
interface SmallDisk {
  readonly path: string;
  /** Fills all free space. */
  fill(): void;
  /** Frees the filled space. */
  free(): void;
}

/** Mounts a disk of `megabytes` megabytes until the test ends. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'data');
  await mkdir(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  onTestFinished(async () => {
    execFileSync('umount', ['-l', path]);
    await folder.remove();
  });
  return {
    path,
    fill() {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' });
      } catch {
        // The disk is full as intended.
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

/** Skips a test on a machine on which disks cannot be mounted. */
export function skipUnlessRoot({ skip }: TestContext): void {
  if (!canMount) skip('a small disk can only be mounted by root on Linux');
}
