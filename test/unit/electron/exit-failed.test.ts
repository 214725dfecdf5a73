import { beforeEach, expect, test, vi } from 'vitest';
import { exitFailed } from '../../../src/main/electron/exit-failed.ts';
import { t } from '../../../src/shared/messages/index.ts';
import { app } from '../../host/electron/app.ts';
import { answerDialogs } from '../../host/electron/dialog.ts';
import { records } from '../../host/records.ts';

const seen: string[] = [];

beforeEach(() => {
  records.dialogs.length = 0;
  seen.length = 0;
  vi.spyOn(app, 'relaunch').mockImplementation(() => void seen.push('relaunch'));
  vi.spyOn(app, 'exit').mockImplementation((code) => void seen.push(`exit ${code}`));
});

/** Lets the clerk press a button in the next dialog. */
function press(button: () => Promise<number>): void {
  answerDialogs({ open: async () => [], save: async () => '', message: button });
}

test('before Electron is ready, Paydesk shows an error and exits', async () => {
  await exitFailed();
  const title = t('leaving.failed.title');
  const detail = t('leaving.failed.detail');
  expect(records.dialogs).toEqual([{ kind: 'error', options: { title, content: detail } }]);
  expect(seen).toEqual(['exit 1']);
});

test('after Electron is ready, the clerk decides whether Paydesk opens again', async () => {
  app.becomeReady();
  press(async () => 1);
  await exitFailed();
  expect(seen).toEqual(['exit 1']);
  expect(records.dialogs).toMatchObject([
    {
      kind: 'message',
      options: { type: 'error', buttons: ['Open Paydesk again', 'Quit'], cancelId: 1, noLink: true },
    },
  ]);
  press(async () => 0);
  await exitFailed();
  expect(seen).toEqual(['exit 1', 'relaunch', 'exit 1']);
});

test('Paydesk exits also when no dialog can be shown', async () => {
  app.becomeReady();
  press(() => Promise.reject(new Error('There is no screen')));
  await exitFailed();
  expect(seen).toEqual(['exit 1']);
});
