/** @file A disk that a test can fill, without filling the one that it runs on. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './test-app.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';

/** A disk of its own. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all room that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
}

/** Makes a disk of so many megabytes, until the test ends. */
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
        // The disk is full, as it should be.
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

/** Leaves a test out where nobody may mount a disk. */
export function skipUnlessRoot({ skip }: TestContext): void {
  if (!canMount) skip('a small disk can only be mounted by root on Linux');
}
