import { autoUpdater, BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { installOrRelaunch } from '../../../../src/main/platform/electron/install-or-relaunch.ts';
import { createWebPreferences } from '../../../../src/main/platform/electron/window.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { app } from '../../../host/electron/app.ts';
import { autoUpdater as hostUpdater } from '../../../host/electron/auto-updater.ts';
import { records } from '../../../host/records.ts';

beforeEach(() => {
  records.dialogs.length = 0;
  vi.restoreAllMocks();
});

test.each([false, true])(
  'an update that cannot be installed is reported, and Paydesk opens again, also without a log (%s)',
  async (isDiskFull) => {
    const steps: unknown[] = [];
    vi.spyOn(app, 'relaunch').mockImplementation(() => steps.push('relaunch'));
    vi.spyOn(app, 'exit').mockImplementation(() => steps.push('exit'));
    const installError = new Error('Squirrel refuses');
    await installOrRelaunch(
      () => Promise.reject(installError),
      async (error) => {
        steps.push(error);
        if (isDiskFull) throw new Error('disk full');
      },
    );
    expect(steps).toEqual([installError, 'relaunch', 'exit']);
    const title = t('updates.notInstalled.title');
    const content = t('updates.notInstalled.detail');
    expect(records.dialogs).toEqual([{ kind: 'error', options: { title, content } }]);
  },
);

test('Electron does not quit when the installation has closed the window', async () => {
  const quit = vi.spyOn(app, 'quit').mockImplementation(() => undefined);
  const window = new BrowserWindow({ webPreferences: { ...createWebPreferences('preload.cjs', true) } });
  void installOrRelaunch(
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
