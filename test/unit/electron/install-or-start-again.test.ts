import { autoUpdater, BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { installOrStartAgain } from '../../../src/main/electron/install-or-start-again.ts';
import { webPreferencesFor } from '../../../src/main/electron/window.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { app } from '../../host/electron/app.ts';
import { autoUpdater as hostUpdater } from '../../host/electron/auto-updater.ts';
import { records } from '../../host/records.ts';

beforeEach(() => {
  records.dialogs.length = 0;
  vi.restoreAllMocks();
});

test('an update that cannot be installed is told of, and Paydesk starts again', async () => {
  const seen: unknown[] = [];
  vi.spyOn(app, 'relaunch').mockImplementation(() => seen.push('relaunch'));
  vi.spyOn(app, 'exit').mockImplementation(() => seen.push('exit'));
  const thrown = new Error('Squirrel refuses');
  await installOrStartAgain(
    () => Promise.reject(thrown),
    async (what) => {
      seen.push(what);
    },
  );
  expect(seen).toEqual([thrown, 'relaunch', 'exit']);
  const title = t('updates.notInstalled.title');
  const content = t('updates.notInstalled.detail');
  expect(records.dialogs).toEqual([{ kind: 'error', options: { title, content } }]);
});

test('Paydesk starts again also when that cannot be written down', async () => {
  const relaunch = vi.spyOn(app, 'relaunch').mockImplementation(() => undefined);
  const exit = vi.spyOn(app, 'exit').mockImplementation(() => undefined);
  const full = () => Promise.reject(new Error('disk full'));
  await installOrStartAgain(full, full);
  expect(relaunch).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledOnce();
});

test('Electron does not quit when the system has closed the window to install', async () => {
  const quit = vi.spyOn(app, 'quit').mockImplementation(() => undefined);
  const window = new BrowserWindow({ webPreferences: { ...webPreferencesFor('preload.cjs', true) } });
  void installOrStartAgain(
    () => {
      autoUpdater.quitAndInstall();
      return new Promise(() => undefined);
    },
    async () => undefined,
  );
  expect(window.isDestroyed()).toBe(true);
  await expect.poll(() => hostUpdater.installs).toBe(1);
  expect(quit).not.toHaveBeenCalled();
});
