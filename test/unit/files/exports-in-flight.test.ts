import { describe, expect, test } from 'vitest';
import { createExportTracker } from '../../../src/main/exports-in-flight.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

/** Creates a tracker whose save dialog the test answers. */
function createTracker() {
  const { dialogs } = createFakePlatform();
  const answer = Promise.withResolvers<string | null>();
  const tracker = createExportTracker({ ...dialogs, chooseSavePath: () => answer.promise });
  const writing = Promise.withResolvers<null>();
  const run = async () => {
    const path = await tracker.dialogs.chooseSavePath('Export', 'a.csv');
    return path === null ? null : writing.promise;
  };
  return { tracker, answer, writing, run };
}

describe('an export is in flight', () => {
  test('from the answer of the save dialog to the end of its command', async () => {
    const { tracker, answer, writing, run } = createTracker();
    const done = tracker.track('documents.export', run);
    expect(tracker.countInFlight()).toBe(0);
    answer.resolve('/tmp/a.csv');
    await answer.promise;
    await Promise.resolve();
    expect(tracker.countInFlight()).toBe(1);
    writing.resolve(null);
    await done;
    expect(tracker.countInFlight()).toBe(0);
  });

  test('no longer when its command failed, and never when the dialog was canceled', async () => {
    const { tracker, answer, writing, run } = createTracker();
    const failed = tracker.track('activity.export', run);
    answer.resolve('/tmp/a.csv');
    writing.reject(new Error('The disk is full'));
    await expect(failed).rejects.toThrow('The disk is full');
    expect(tracker.countInFlight()).toBe(0);
    const canceled = createTracker();
    canceled.answer.resolve(null);
    await canceled.tracker.track('activity.export', canceled.run);
    expect(canceled.tracker.countInFlight()).toBe(0);
  });

  test('never when a command only chooses a folder', async () => {
    const { tracker } = createTracker();
    const pending = Promise.withResolvers<null>();
    const choosing = tracker.track('documents.choose', async () => {
      await tracker.dialogs.chooseFolders();
      return pending.promise;
    });
    await Promise.resolve();
    expect(tracker.countInFlight()).toBe(0);
    pending.resolve(null);
    await choosing;
  });
});
