/** @file A folder on a share that a test makes hang, one on another drive, and the time until the share counts as hanging. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { maxSilenceMs } from '../../../../src/main/files/drive-process.ts';
import { eventually } from '../../../fakes/eventually.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

/** Creates two folders; a test can make the drive of `share` hang. */
export function createShareAndLocal(fixture: DocumentsFixture): { share: string; local: string } {
  const [share, local] = [join(fixture.folder, 'share'), join(fixture.folder, 'local')];
  for (const path of [share, local]) mkdirSync(path, { recursive: true });
  return { share, local };
}

/** Advances the clock in small steps until a drive counts as not responding. */
export async function advancePastTimeout(fixture: DocumentsFixture): Promise<void> {
  for (let waitedMs = 0; waitedMs <= maxSilenceMs; waitedMs += 2_000) {
    fixture.clock.skip(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Advances the clock to the next check of missing files until a condition holds; between two checks there is real time for one. */
export function advanceUntil(fixture: DocumentsFixture, condition: () => Promise<void>): Promise<void> {
  return eventually(async () => {
    fixture.clock.skip(20_000);
    await condition();
  }, 1_000);
}
