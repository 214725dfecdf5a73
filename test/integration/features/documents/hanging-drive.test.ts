/** @file A network share that hangs: other work continues, and documents on the share wait. */
import { lookup } from 'node:dns/promises';
import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { writeFiles } from '../../../fakes/files/files.ts';
import { canHangDrives, hangInTest, withTimeout } from '../../../fakes/platform/hanging-drive.ts';
import { test } from './company-test.ts';
import { sampleDocuments } from './documents-fixture.ts';
import { advancePastTimeout, advanceUntil, createShareAndLocal } from './hanging-share.ts';

test.skipIf(!canHangDrives())(
  'a drive that hangs with eight files being read blocks no DNS lookup, sign-in or upload from another drive',
  async ({ fixture }) => {
    const { share, local } = createShareAndLocal(fixture);
    const localPaths = await writeFiles(local, sampleDocuments(8, 'local '));
    // The files on the share are checked before the drive hangs, and reread for the upload while it hangs.
    const sharePaths = await writeFiles(share, sampleDocuments(8, 'share '));
    const hangingBatch = await fixture.drop(...sharePaths);
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
    await withTimeout('A sign-out', fixture.call('session.signOut', { profileId: null, forgetKey: false }));
    await withTimeout('A sign-in', fixture.signIn());
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
    await fixture.untilBatchSummary(hangingBatch, { state: 'running' });

    drive.end();
    await advanceUntil(fixture, async () => {
      const states = Object.values(await fixture.statesOf(hangingBatch));
      expect(states).not.toContain('waiting-for-file');
    });
    await fixture.untilFinished(hangingBatch);
    expect(fixture.receivedDocuments('rcp-Share')).toHaveLength(8);
  },
);
