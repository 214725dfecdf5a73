import { describe, expect, test } from 'vitest';
import { createExportTracker } from '../../../src/main/exports-in-flight.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

/** A tracker whose dialog for writing is answered by the test. */
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
  test('from the answer of the dialog to the end of its command', async () => {
    const { tracker, answer, written, run } = track();
    const done = tracker.follow('documents.export', run);
    expect(tracker.inFlight()).toBe(0);
    answer.resolve('/tmp/a.csv');
    await answer.promise;
    await Promise.resolve();
    expect(tracker.inFlight()).toBe(1);
    written.resolve(null);
    await done;
    expect(tracker.inFlight()).toBe(0);
  });

  test('not when the dialog was closed, nor when its command failed', async () => {
    const { tracker, answer, written, run } = track();
    const failed = tracker.follow('activity.export', run);
    answer.resolve('/tmp/a.csv');
    written.reject(new Error('The disk is full'));
    await expect(failed).rejects.toThrow('The disk is full');
    expect(tracker.inFlight()).toBe(0);
    const other = track();
    other.answer.resolve(null);
    await other.tracker.follow('activity.export', other.run);
    expect(other.tracker.inFlight()).toBe(0);
  });

  test('not when another command asked for a folder', async () => {
    const { tracker } = track();
    const held = Promise.withResolvers<null>();
    const choosing = tracker.follow('documents.choose', async () => {
      await tracker.dialogs.chooseFolder();
      return held.promise;
    });
    await Promise.resolve();
    expect(tracker.inFlight()).toBe(0);
    held.resolve(null);
    await choosing;
  });
});
