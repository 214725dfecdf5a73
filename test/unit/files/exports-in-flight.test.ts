import { describe, expect, test } from 'vitest';
import { createExportTracker } from '../../../src/main/exports-in-flight.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

/** Creates a tracker whose save dialog the test answers. */
function track() {
  const { dialogs } = createFakePlatform();
  const answer = Promise.withResolvers<string | null>();
  const tracker = createExportTracker({ ...dialogs, saveFile: () => answer.promise });
  const written = Promise.withResolvers<null>();
  const run = async () => {
    const path = await tracker.dialogs.saveFile('Export', 'a.csv');
    return path === null ? null : written.promise;
  };
  return { tracker, answer, written, run };
}

describe('an export is in flight', () => {
  test('from the answer of the save dialog to the end of its command', async () => {
    const { tracker, answer, written, run } = track();
    const done = tracker.track('documents.export', run);
    expect(tracker.countInFlight()).toBe(0);
    answer.resolve('/tmp/a.csv');
    await answer.promise;
    await Promise.resolve();
    expect(tracker.countInFlight()).toBe(1);
    written.resolve(null);
    await done;
    expect(tracker.countInFlight()).toBe(0);
  });

  test('no longer when its command failed, and never when the dialog was canceled', async () => {
    const { tracker, answer, written, run } = track();
    const failed = tracker.track('activity.export', run);
    answer.resolve('/tmp/a.csv');
    written.reject(new Error('The disk is full'));
    await expect(failed).rejects.toThrow('The disk is full');
    expect(tracker.countInFlight()).toBe(0);
    const other = track();
    other.answer.resolve(null);
    await other.tracker.track('activity.export', other.run);
    expect(other.tracker.countInFlight()).toBe(0);
  });

  test('never when a command only chooses a folder', async () => {
    const { tracker } = track();
    const pending = Promise.withResolvers<null>();
    const choosing = tracker.track('documents.choose', async () => {
      await tracker.dialogs.chooseFolder();
      return pending.promise;
    });
    await Promise.resolve();
    expect(tracker.countInFlight()).toBe(0);
    pending.resolve(null);
    await choosing;
  });
});
