/** @file Paydesk ends, or its page crashes, while documents are sent: the work continues, or resumes at the next start. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '../../e2e/company.ts';
import { expect, inElectron } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { expectBatchResumes, sendUntilStuck, windowlessInHost } from '../../e2e/recovery-fixture.ts';
import type { ElectronFunction } from '../../host/client.ts';

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

const throwUncaught = () =>
  void setImmediate(() => {
    throw new Error('cannot open "canary-4711.pdf"');
  });

const endings: readonly (readonly [how: string, exitCode: number, end: ElectronFunction<null, void>])[] = [
  [
    'a system shutdown',
    0,
    ({ powerMonitor }) => {
      // Electron's own listener would delay the shutdown.
      powerMonitor.emit('shutdown', { preventDefault: () => undefined });
    },
  ],
  ['an uncaught error', 1, throwUncaught],
  ['an unhandled rejection', 1, () => void Promise.reject(new Error('cannot open "canary-4711.pdf"'))],
];

for (const [how, exitCode, end] of endings) {
  test(`${how} ends Paydesk without a question, is logged without its details, and the work resumes at the next start`, async ({
    launch,
    company,
    dataFolder,
  }) => {
    const paydesk = await launch(windowlessInHost);
    const batchId = await sendUntilStuck(paydesk, company);
    await paydesk.answerDialogs({ button: 1 });
    // Paydesk may end before it answers.
    await paydesk.evaluate(end, null).catch(() => undefined);
    expect(await paydesk.exitCode).toBe(exitCode);
    expect(paydesk.output()).not.toContain('canary-4711');
    const log = await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8').catch(() => '');
    expect(log.includes('"where":"main"')).toBe(exitCode !== 0);
    expect(log).not.toContain('canary-4711');
    company.simulator.faults.clear();
    await expectBatchResumes(await launch(windowlessInHost), company, batchId);
  });
}

test('Paydesk opens again after an uncaught error when the clerk says so, and the work resumes', async ({
  launch,
  company,
}) => {
  test.skip(inElectron, 'The new process of Electron has no connection to the test');
  const paydesk = await launch(windowlessInHost);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 0 });
  await paydesk.evaluate(throwUncaught, null);
  while (!JSON.stringify(await once(paydesk.child, 'message')).includes('"ready"'));
  company.simulator.faults.clear();
  await expectBatchResumes(paydesk, company, batchId);
  expect(await paydesk.quit()).toBe(0);
});
