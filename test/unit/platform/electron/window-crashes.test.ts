import { app } from 'electron';
import { describe, expect, test } from 'vitest';
import { openTestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

/** Opens a window whose page a test crashes, and counts its reloads and the prompts of the clerk. */
function openCrashingWindow(answer: () => Promise<boolean> = async () => false) {
  const counts = { now: 0, prompts: 0, reloads: 0 };
  const { window, crashes } = openTestWindow({
    now: () => counts.now,
    askToReload() {
      counts.prompts += 1;
      return answer();
    },
  });
  window.webContents.reload = () => {
    counts.reloads += 1;
  };
  return {
    window,
    crashes,
    counts,
    crash(times: number, reason = 'crashed', intervalMs = 0) {
      for (let count = 0; count < times; count += 1) {
        counts.now += intervalMs;
        window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });
      }
    },
  };
}

describe('a crashed page', () => {
  test.each([
    [true, 4],
    [false, 3],
  ])('is reloaded after its fourth crash only when the clerk agrees (%s)', async (agrees, reloads) => {
    const { crash, crashes, counts } = openCrashingWindow(async () => agrees);
    crash(4);
    await Promise.resolve();
    expect(counts).toMatchObject({ reloads, prompts: 1 });
    expect(crashes).toEqual(['crashed', 'crashed', 'crashed', 'crashed']);
  });

  test('has its crashes counted from zero after the clerk was asked', () => {
    const { crash, counts } = openCrashingWindow();
    crash(7);
    expect(counts.prompts).toBe(1);
    crash(1);
    expect(counts.prompts).toBe(2);
  });

  test('has its crashes of the last minute counted', () => {
    const { crash, counts } = openCrashingWindow();
    crash(3);
    counts.now = 60_000;
    crash(1);
    expect(counts.prompts).toBe(0);
    counts.now = 60_001;
    crash(3);
    expect(counts.prompts).toBe(1);
  });

  test('is not reloaded when its window has closed before the clerk answers', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { window, crash, counts } = openCrashingWindow(() => answer.promise);
    crash(4);
    window.destroy();
    answer.resolve(true);
    await answer.promise;
    expect(counts.reloads).toBe(3);
  });

  test('is reloaded after every crash when the crashes are 30 seconds apart, and not after a clean exit', () => {
    const { crash, counts } = openCrashingWindow();
    const reasons = 'abnormal-exit killed crashed oom launch-failed integrity-failure memory-eviction'.split(
      ' ',
    );
    for (const reason of reasons) crash(1, reason, 30_000);
    expect(counts.reloads).toBe(7);
    crash(1, 'clean-exit', 60_000);
    expect(counts.reloads).toBe(7);
  });
});
