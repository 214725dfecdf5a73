/** @file A small disk of a test. */
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from '../test-app.ts';
import { canMount, mountDisk, type SmallDisk } from './mounted-disk.ts';

/** Mounts a disk of `megabytes` megabytes until the test ends. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  const disk = await mountDisk(join(folder.path, 'data'), megabytes);
  onTestFinished(async () => {
    disk.unmount();
    await folder.remove();
  });
  return disk;
}

/** Skips a test on a machine on which disks cannot be mounted. */
export function skipUnlessRoot({ skip }: TestContext): void {
  if (!canMount) skip('a small disk can only be mounted by root on Linux');
}
