/** @file A network share that hangs: other work continues, and documents on the share wait. */
import { lookup } from 'node:dns/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { writeFiles } from '../../fakes/files.ts';
import { canHangDrives, hangInTest, withTimeout } from '../../fakes/hanging-drive.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

/** Creates two folders; a test can make the drive of `share` hang. */
function createFolders(fixture: DocumentsFixture): { share: string; local: string } {
  const [share, local] = ['share', 'local'].map((name) => join(fixture.folder, name));
  for (const path of [share, local]) if (path !== undefined) mkdirSync(path, { recursive: true });
  return { share: share ?? '', local: local ?? '' };
}

/** Advances the clock in small steps until a drive counts as not responding. */
async function advancePastTimeout(fixture: DocumentsFixture): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    fixture.clock.skip(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Advances the clock until a condition holds. */
function advanceUntil(fixture: DocumentsFixture, condition: () => Promise<void>): Promise<void> {
  return eventually(async () => {
    fixture.clock.skip(2_000);
    await condition();
  }, 50);
}

describe.skipIf(!canHangDrives())('a drive that hangs', () => {
  test('with eight files being read blocks no DNS lookup, sign-in or upload from another drive', async ({
    fixture,
  }) => {
    const { share, local } = createFolders(fixture);
    const sharePaths = await writeFiles(share, sampleDocuments(8, 'share '));
    const localPaths = await writeFiles(local, sampleDocuments(8, 'local '));
    const firstBatchId = await fixture.drop(...sharePaths);
    await fixture.assign(firstBatchId, await fixture.findOrAddBeneficiary('Share'));
    await fixture.startBatch(firstBatchId);
    await fixture.untilFinished(firstBatchId);
    // A second batch on the share: checked before the drive hangs, and reread for the upload while it hangs.
    const newPaths = await writeFiles(share, sampleDocuments(8, 'again '));
    const hangingBatch = await fixture.drop(...newPaths);
    await fixture.assign(hangingBatch, await fixture.findOrAddBeneficiary('Share'));
    const drive = hangInTest(share);
    // The cached list of mounts expires after a few seconds.
    fixture.clock.skip(6_000);
    await fixture.startBatch(hangingBatch);
    // A document is `linking` while its file is reread, until the key of its upload link is recorded.
    await eventually(async () => {
      expect(new Set(Object.values(await fixture.statesOf(hangingBatch)))).toEqual(new Set(['linking']));
    });

    await withTimeout('A name look-up', lookup('localhost'));
    const { apiKey } = fixture.simulator.credentials;
    await withTimeout('A sign-out', fixture.call('session.signOut', { profileId: null, forgetKey: false }));
    await withTimeout(
      'A sign-in',
      fixture.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' }),
    );
    const localBatch = await withTimeout('A check', fixture.drop(...localPaths));
    await fixture.assign(localBatch, await fixture.findOrAddBeneficiary('Local'));
    await fixture.startBatch(localBatch);
    await withTimeout('An upload', fixture.untilFinished(localBatch));
    expect(fixture.receivedDocuments('rcp-Local')).toHaveLength(8);

    await advancePastTimeout(fixture);
    await eventually(async () => {
      for (const row of await fixture.rowsOf(hangingBatch))
        expect(row).toMatchObject({ state: 'waiting-for-file', reason: { code: 'drive-not-responding' } });
    });
    expect(fixture.batchSummaryOf(hangingBatch)).toMatchObject({ state: 'running' });

    drive.end();
    await advanceUntil(fixture, () => fixture.untilFinished(hangingBatch));
    expect(fixture.receivedDocuments('rcp-Share')).toHaveLength(16);
  }, 120_000);

  test('does not block another drop while its folder is listed, and is listed after it responds again', async ({
    fixture,
  }) => {
    const { share, local } = createFolders(fixture);
    await writeFiles(share, sampleDocuments(5, 'share '));
    const localPaths = await writeFiles(local, sampleDocuments(5, 'local '));
    const drive = hangInTest(share);
    const batchId = await fixture.testApp.drop([share]);
    await fixture.testApp.drop(localPaths);
    await withTimeout(
      'A check',
      eventually(async () => {
        const states = Object.values(await fixture.statesOf(batchId));
        expect(states).toEqual(localPaths.map(() => 'ready'));
      }),
    );
    await advancePastTimeout(fixture);
    await fixture.untilChecked(batchId);
    expect(await fixture.rowOf(batchId, 'share')).toMatchObject({
      state: 'waiting-for-file',
      reason: { code: 'drive-not-responding' },
    });
    drive.end();
    await advanceUntil(fixture, async () => {
      const states = Object.values(await fixture.statesOf(batchId));
      expect(states.filter((state) => state === 'ready')).toHaveLength(10);
    });
  }, 120_000);

  test('does not delay quitting, and its documents are checked at the next start', async ({ fixture }) => {
    const { share } = createFolders(fixture);
    const paths = await writeFiles(share, sampleDocuments(8, 'share '));
    const drive = hangInTest(share);
    const batchId = await fixture.testApp.drop(paths);
    await withTimeout('Quitting', fixture.restart());
    drive.end();
    fixture.clock.skip(6_000);
    await fixture.untilChecked(batchId);
    expect(Object.values(await fixture.statesOf(batchId)).filter((state) => state === 'ready')).toHaveLength(
      8,
    );
  }, 120_000);

  test('makes opening a CSV manifest fail with a message, and five attempts do not block a DNS lookup', async ({
    fixture,
  }) => {
    const { share, local } = createFolders(fixture);
    const batchId = await fixture.drop(...(await writeFiles(local, sampleDocuments(1))));
    hangInTest(share);
    fixture.clock.skip(6_000);
    fixture.platform.answers.fileToOpen = join(share, 'list.csv');
    const open = () => errorOf(fixture.call('documents.openManifest', { batchId, from: 'dialog' }));
    const attempts = Promise.all([open(), open(), open(), open(), open()]);
    await withTimeout('A name look-up', lookup('localhost'));
    await advancePastTimeout(fixture);
    for (const error of await attempts)
      expect(error).toMatchObject({
        code: 'file-unreadable',
        details: { message: expect.stringContaining('does not respond') },
      });
  }, 120_000);
});
