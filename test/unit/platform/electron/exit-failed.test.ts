import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitFailed } from '../../../../src/main/platform/electron/exit-failed.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { app } from '../../../host/electron/app.ts';
import { answerDialogs, dialog } from '../../../host/electron/dialog.ts';
import { records } from '../../../host/records.ts';

const steps: string[] = [];

beforeEach(() => {
  records.dialogs.length = 0;
  steps.length = 0;
  vi.spyOn(app, 'relaunch').mockImplementation(() => void steps.push('relaunch'));
  vi.spyOn(app, 'exit').mockImplementation((code) => void steps.push(`exit ${code}`));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers dialogs with the index of a button. */
function answerWith(button: () => Promise<number>): void {
  answerDialogs({ open: async () => [], save: async () => '', message: button });
}

test('before Electron is ready, Paydesk shows an error and exits', async () => {
  vi.spyOn(app, 'isReady').mockReturnValue(false);
  const show = vi.spyOn(dialog, 'showErrorBox');
  await exitFailed();
  expect(show.mock.calls).toEqual([[t('leaving.failed.title'), t('leaving.failed.detail')]]);
  expect(steps).toEqual(['exit 1']);
});

test('after Electron is ready, the clerk decides whether Paydesk opens again', async () => {
  answerWith(async () => 1);
  await exitFailed();
  expect(steps).toEqual(['exit 1']);
  expect(records.dialogs).toMatchObject([
    {
      kind: 'message',
      options: { type: 'error', buttons: ['Open Paydesk again', 'Quit'], cancelId: 1, noLink: true },
    },
  ]);
  answerWith(async () => 0);
  await exitFailed();
  expect(steps).toEqual(['exit 1', 'relaunch', 'exit 1']);
});

test('Paydesk exits also when no dialog can be shown', async () => {
  answerWith(() => Promise.reject(new Error('There is no screen')));
  await exitFailed();
  expect(steps).toEqual(['exit 1']);
});
