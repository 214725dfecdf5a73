import { app } from 'electron';
import { describe, expect, test } from 'vitest';
import type { MainWindow } from '../../../src/main/electron/window.ts';
import { openTestWindow } from './window-fixture.ts';

// By default, the program would quit with its last window.
app.on('window-all-closed', () => undefined);

/** Counts reloads from now on. */
function countReloads(main: MainWindow): () => number {
  let reloads = 0;
  main.window.webContents.reload = () => {
    reloads += 1;
  };
  return () => reloads;
}

describe('a crashed page', () => {
  const crash = (main: MainWindow) =>
    main.window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });

  test.each([
    [true, 4],
    [false, 3],
  ])('reloads after the fourth crash only when the clerk agrees: %s', async (agrees, expected) => {
    const main = openTestWindow({ askToReload: async () => agrees });
    const reloads = countReloads(main);
    for (let time = 0; time < 4; time += 1) crash(main);
    await Promise.resolve();
    expect(reloads()).toBe(expected);
  });

  test('is counted from zero after the clerk was asked', () => {
    let prompts = 0;
    const main = openTestWindow({
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    for (let time = 0; time < 7; time += 1) crash(main);
    expect(prompts).toBe(1);
    crash(main);
    expect(prompts).toBe(2);
  });

  test('is counted for a minute', () => {
    let now = 0;
    let prompts = 0;
    const main = openTestWindow({
      now: () => now,
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    for (let time = 0; time < 3; time += 1) crash(main);
    now = 60_000;
    crash(main);
    expect(prompts).toBe(0);
    now = 60_001;
    for (let time = 0; time < 3; time += 1) crash(main);
    expect(prompts).toBe(1);
  });

  test('does not reload when its window has closed meanwhile', async () => {
    const answer = Promise.withResolvers<boolean>();
    const main = openTestWindow({ askToReload: () => answer.promise });
    const reloads = countReloads(main);
    for (let time = 0; time < 4; time += 1) crash(main);
    main.window.destroy();
    answer.resolve(true);
    await answer.promise;
    expect(reloads()).toBe(3);
  });

  test('reloads three times within a minute; then the clerk is asked', async () => {
    let prompts = 0;
    const main = openTestWindow({
      askToReload: async () => {
        prompts += 1;
        return false;
      },
    });
    const reloads = countReloads(main);
    for (let crash = 0; crash < 4; crash += 1) {
      main.window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    }
    expect(reloads()).toBe(3);
    expect(prompts).toBe(1);
    expect(main.crashes).toEqual(['crashed', 'crashed', 'crashed', 'crashed']);
  });

  test('reloads every time when the crashes are far apart', () => {
    let now = 0;
    const main = openTestWindow({ now: () => now });
    const reloads = countReloads(main);
    for (let crash = 0; crash < 10; crash += 1) {
      now += 30_000;
      main.window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    }
    expect(reloads()).toBe(10);
  });

  test('is not reloaded after a clean exit', () => {
    const main = openTestWindow();
    const reloads = countReloads(main);
    main.window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(reloads()).toBe(0);
  });
});
