import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn, test, untilState } from '../../e2e/company.ts';
import { expect, inElectron } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import {
  countStates,
  expectBatchResumes,
  expectEachReceivedOnce,
  sendDocuments,
  sendUntilStuck,
  untilHanging,
  windowlessInHost,
} from '../../e2e/recovery-fixture.ts';
import type { ElectronFunction } from '../../host/client.ts';

test('uploads continue when the page crashes, and the reloaded page shows their documents', async ({
  paydesk,
  company,
}) => {
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.page.goto('chrome://crash').catch(() => undefined);
  const rail = () => paydesk.page.getByRole('navigation', { name: 'Main' });
  await expect(async () => expect(await rail().isVisible()).toBe(true)).toPass();
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
  expect(company.simulator.state.logins).toBe(1);
  await rail().getByText('Documents').click();
  await expect(paydesk.page.getByRole('grid').getByText('Attached')).toHaveCount(12);
});

test('quitting during uploads asks for confirmation with the number of files, and Paydesk stays open when the clerk declines', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  company.simulator.faults.set('upload', { kind: 'hang' });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  await paydesk.answerDialogs({ button: 1 });
  await paydesk.evaluate(({ app }) => app.quit(), null);
  await expect
    .poll(async () => (await paydesk.shownDialogs()).at(-1))
    .toMatchObject({
      message: 'Paydesk is still working',
      detail: '8 files are being uploaded. The uploads start again the next time Paydesk opens.',
      buttons: ['Quit and resume later', 'Keep working'],
    });
  // Paydesk stays open, and the work continues.
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
});

test('a system shutdown ends Paydesk without a question, and the work resumes at the next start', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 1 });
  const shutDown: ElectronFunction<null, void> = ({ powerMonitor }) => {
    // Electron's own listener would delay the shutdown.
    powerMonitor.emit('shutdown', { preventDefault: () => undefined });
  };
  // Paydesk may end before it answers.
  await paydesk.evaluate(shutDown, null).catch(() => undefined);
  expect(await paydesk.exitCode).toBe(0);
  company.simulator.faults.clear();
  await expectBatchResumes(await launch(windowlessInHost), company, batchId);
});

test('logging off Windows deletes unencrypted copies at once, and the work resumes at the next start', async ({
  launch,
  company,
  dataFolder,
}) => {
  test.skip(inElectron, 'Only the host can end a Windows session');
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  const batchId = await sendUntilStuck(paydesk, company);
  const reference = simulator.exampleOfEachKind().pdf;
  await callCommand(paydesk, 'proofs.fetch', { references: [reference], refresh: false });
  const item = { kind: 'proof', id: 1, version: null } as const;
  await paydesk.answerDialogs({ button: 0 });
  // The call is repeated, because the first call shows the warning about copies, and the proof may not be stored yet.
  await expect
    .poll(() => paydesk.call('dragOut.copy', { action: 'prepare', item }))
    .toMatchObject({ ok: true, value: { copy: expect.any(String) as unknown } });
  expect(await readdir(dataFolder)).toContain('dragged-out');
  await paydesk.endWindowsSession();
  expect(await paydesk.exitCode).toBeNull();
  expect(await readdir(dataFolder)).not.toContain('dragged-out');
  simulator.faults.clear();
  await expectBatchResumes(await launch(windowlessInHost), company, batchId);
});

for (const [how, fail] of [
  [
    'an uncaught error',
    () =>
      void setImmediate(() => {
        throw new Error('cannot open "canary-4711.pdf"');
      }),
  ],
  ['an unhandled rejection', () => void Promise.reject(new Error('cannot open "canary-4711.pdf"'))],
] as const satisfies readonly (readonly [string, ElectronFunction<null, void>])[]) {
  test(`${how} ends Paydesk with a message, is logged without its details, and the work resumes at the next start`, async ({
    launch,
    company,
    dataFolder,
  }) => {
    const paydesk = await launch(windowlessInHost);
    const batchId = await sendUntilStuck(paydesk, company);
    await paydesk.answerDialogs({ button: 1 });
    await paydesk.evaluate(fail, null).catch(() => undefined);
    expect(await paydesk.exitCode).toBe(1);
    expect(paydesk.output()).not.toContain('canary-4711');
    const log = await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8');
    expect(log).toContain('"where":"main"');
    expect(log).not.toContain('canary-4711');
    company.simulator.faults.clear();
    await expectBatchResumes(await launch(windowlessInHost), company, batchId);
  });
}

test('quitting waits for the response to an update, so its outcome is known afterwards', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 4_000 });
  const batchId = await sendDocuments(paydesk, company);
  const countAttaching = async () => (await countStates(paydesk, batchId))['attaching'];
  await expect.poll(countAttaching, { intervals: [20] }).toBe(12);
  await paydesk.answerDialogs({ button: 0 });
  expect(await paydesk.quit()).toBe(0);

  const restarted = await launch(windowlessInHost);
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done');
  expect(await callCommand(restarted, 'beneficiaries.unknownOutcomes', {})).toEqual([]);
  expect(simulator.calls().filter(({ route }) => route === 'updateRecipient')).toHaveLength(2);
  expectEachReceivedOnce(company);
});
