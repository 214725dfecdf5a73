import { expect, test } from 'vitest';
import { createExportTracker } from '../../../src/main/app/exports-in-flight.ts';
import { createFakePlatform } from '../../fakes/platform/platform.ts';

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

test('an export is in flight from the answer of the save dialog to the end of its command', async () => {
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

test('an export is not in flight after its command failed, and when its dialog was canceled', async () => {
  const [failing, canceled] = [createTracker(), createTracker()];
  failing.answer.resolve('/tmp/a.csv');
  failing.writing.reject(new Error('The disk is full'));
  await expect(failing.tracker.track('activity.export', failing.run)).rejects.toThrow('The disk is full');
  canceled.answer.resolve(null);
  await canceled.tracker.track('activity.export', canceled.run);
  expect([failing, canceled].map(({ tracker }) => tracker.countInFlight())).toEqual([0, 0]);
});

test('a command that only chooses a folder is no export', async () => {
  const { tracker, writing } = createTracker();
  const choosing = tracker.track('documents.choose', async () => {
    await tracker.dialogs.chooseFolders();
    return writing.promise;
  });
  await Promise.resolve();
  expect(tracker.countInFlight()).toBe(0);
  writing.resolve(null);
  await choosing;
});
