import { app } from 'electron';
import { describe, expect, test } from 'vitest';
import type { MainWindow } from '../../../src/main/electron/window.ts';
import { openTestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

/** Starts to count reloads and returns the counter. */
function countReloads(testWindow: MainWindow): () => number {
  let reloads = 0;
  testWindow.window.webContents.reload = () => {
    reloads += 1;
  };
  return () => reloads;
}

describe('a crashed page', () => {
  const crash = (testWindow: MainWindow) =>
    testWindow.window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });

  test.each([
    [true, 4],
    [false, 3],
  ])(
    'is reloaded after its fourth crash only when the clerk agrees (%s)',
    async (agrees, expectedReloads) => {
      const testWindow = openTestWindow({ askToReload: async () => agrees });
      const reloads = countReloads(testWindow);
      for (let count = 0; count < 4; count += 1) crash(testWindow);
      await Promise.resolve();
      expect(reloads()).toBe(expectedReloads);
    },
  );

  test('has its crashes counted from zero after the clerk was asked', () => {
    let prompts = 0;
    const testWindow = openTestWindow({
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    for (let count = 0; count < 7; count += 1) crash(testWindow);
    expect(prompts).toBe(1);
    crash(testWindow);
    expect(prompts).toBe(2);
  });

  test('has its crashes of the last minute counted', () => {
    let now = 0;
    let prompts = 0;
    const testWindow = openTestWindow({
      now: () => now,
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    for (let count = 0; count < 3; count += 1) crash(testWindow);
    now = 60_000;
    crash(testWindow);
    expect(prompts).toBe(0);
    now = 60_001;
    for (let count = 0; count < 3; count += 1) crash(testWindow);
    expect(prompts).toBe(1);
  });

  test('is not reloaded when its window has closed before the clerk answers', async () => {
    const answer = Promise.withResolvers<boolean>();
    const testWindow = openTestWindow({ askToReload: () => answer.promise });
    const reloads = countReloads(testWindow);
    for (let count = 0; count < 4; count += 1) crash(testWindow);
    testWindow.window.destroy();
    answer.resolve(true);
    await answer.promise;
    expect(reloads()).toBe(3);
  });

  test('is reloaded for three crashes within a minute, and at the fourth the clerk is asked', async () => {
    let prompts = 0;
    const testWindow = openTestWindow({
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    const reloads = countReloads(testWindow);
    for (let count = 0; count < 4; count += 1) crash(testWindow);
    expect(reloads()).toBe(3);
    expect(prompts).toBe(1);
    expect(testWindow.crashes).toEqual(['crashed', 'crashed', 'crashed', 'crashed']);
  });

  test('is reloaded after every crash when the crashes are 30 seconds apart', () => {
    let now = 0;
    const testWindow = openTestWindow({ now: () => now });
    const reloads = countReloads(testWindow);
    for (let count = 0; count < 10; count += 1) {
      now += 30_000;
      testWindow.window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    }
    expect(reloads()).toBe(10);
  });

  test('is not reloaded after a clean exit', () => {
    const testWindow = openTestWindow();
    const reloads = countReloads(testWindow);
    testWindow.window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(reloads()).toBe(0);
  });
});
