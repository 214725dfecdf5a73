import { describe, expect } from 'vitest';
import { eventually } from '../../../../fakes/eventually.ts';
import { writeFiles } from '../../../../fakes/files/files.ts';
import { canHangDrives, hangInTest, withTimeout } from '../../../../fakes/platform/hanging-drive.ts';
import { test } from '../../../../integration/features/documents/company-test.ts';
import { sampleDocuments } from '../../../../integration/features/documents/documents-fixture.ts';
import {
  advancePastTimeout,
  advanceUntil,
  createShareAndLocal,
} from '../../../../integration/features/documents/hanging-share.ts';

describe.skipIf(!canHangDrives())('a drive that hangs', () => {
  test('blocks no other drop, and is listed after it responds again', async ({ fixture }) => {
    const { share, local } = createShareAndLocal(fixture);
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
  });

  test('does not delay quitting, and its documents are checked at the next start', async ({ fixture }) => {
    const { share } = createShareAndLocal(fixture);
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
  });
});
