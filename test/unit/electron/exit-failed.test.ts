import { beforeEach, expect, test, vi } from 'vitest';
import { exitFailed } from '../../../src/main/electron/exit-failed.ts';
import { failedWords } from '../../../src/shared/words/leaving.ts';
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

/** The clerk presses this button. */
function press(button: () => Promise<number>): void {
  answerDialogs({ open: async () => [], save: async () => '', message: button });
}

test('before Electron is ready Paydesk says that it stopped, and ends', async () => {
  await exitFailed();
  const { title, detail } = failedWords;
  expect(records.dialogs).toEqual([{ kind: 'error', options: { title, content: detail } }]);
  expect(seen).toEqual(['exit 1']);
});

test('afterwards the clerk decides whether it opens again', async () => {
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

test('it ends also when nobody can be asked', async () => {
  app.becomeReady();
  press(() => Promise.reject(new Error('There is no screen')));
  await exitFailed();
  expect(seen).toEqual(['exit 1']);
});
