/** @file The folder of a share that a test makes hang, beside a folder on another drive. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../../fakes/eventually.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

/** Creates two folders; a test can make the drive of `share` hang. */
export function createFolders(fixture: DocumentsFixture): { share: string; local: string } {
  const [share, local] = ['share', 'local'].map((name) => join(fixture.folder, name));
  for (const path of [share, local]) if (path !== undefined) mkdirSync(path, { recursive: true });
  return { share: share ?? '', local: local ?? '' };
}

/** Advances the clock in small steps until a drive counts as not responding. */
export async function advancePastTimeout(fixture: DocumentsFixture): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
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
