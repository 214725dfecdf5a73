/**
 * @file Dragging a proof out of the window, up to the file that the system receives: the file is complete,
 * and no unencrypted copy is left afterwards.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { type Company, countStates, signIn, test, untilState } from '../../e2e/company.ts';
import { expect, inElectron, type Paydesk } from '../../e2e/fixture.ts';
import { recordDrags, takeDrags } from '../../e2e/launch/program-functions.ts';
import { photograph } from '../../e2e/photograph.ts';
import { expectEachReceivedOnce, sendDocuments } from '../../e2e/recovery-fixture.ts';

async function openProof(paydesk: Paydesk, company: Company): Promise<Locator> {
  const { page } = paydesk;
  const reference = company.simulator.exampleOfEachKind().pdf;
  expect(await paydesk.call('proofs.fetch', { references: [reference], refresh: false })).toMatchObject({
    ok: true,
  });
  await page.getByRole('navigation', { name: 'Main' }).getByText('Proofs').click();
  await page.getByRole('grid', { name: 'References' }).getByText(reference, { exact: true }).click();
  const handle = page.getByTitle(/^Drag this file/);
  await expect(handle).toBeVisible();
  return handle;
}

/** Presses the mouse button on the handle and moves the pointer; `release` releases the button. */
async function startPulling(paydesk: Paydesk, handle: Locator): Promise<{ release(): Promise<void> }> {
  const { page } = paydesk;
  await handle.hover();
  await page.mouse.down();
  const box = await handle.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60, { steps: 6 });
  return { release: () => page.mouse.up() };
}

async function readDragged(paydesk: Paydesk): Promise<readonly string[]> {
  const { host } = paydesk;
  return host === null ? paydesk.evaluate(takeDrags, null) : (await host.records()).dragged;
}

/** Drags once and confirms the warning that copies are not encrypted, which is remembered. */
async function startDrag(paydesk: Paydesk, handle: Locator): Promise<void> {
  if (inElectron) await paydesk.evaluate(recordDrags, null);
  await paydesk.answerDialogs({ button: 0 });
  const { release } = await startPulling(paydesk, handle);
  const lastDialog = async () => (await paydesk.shownDialogs()).at(-1);
  await expect.poll(lastDialog).toMatchObject({ title: 'Copies that you drag out are not encrypted' });
  await release();
  const item = { kind: 'proof', id: 1, version: null } as const;
  await expect
    .poll(() => paydesk.call('dragOut.copy', { action: 'prepare', item }))
    .toMatchObject({ ok: true, value: { copy: expect.any(String) as unknown } });
}

test('a proof is dragged out as its original file after the clerk confirmed that copies are not encrypted', async ({
  paydesk,
  company,
  dataFolder,
}) => {
  await signIn(paydesk, company);
  const handle = await openProof(paydesk, company);
  await startDrag(paydesk, handle);
  expect(await paydesk.shownDialogs()).toMatchObject([
    { title: 'Copies that you drag out are not encrypted' },
  ]);
  expect(await readDragged(paydesk)).toEqual([]);
  await photograph(paydesk, 'proof-with-drag-handle');

  const { release } = await startPulling(paydesk, handle);
  await expect.poll(() => readDragged(paydesk)).toHaveLength(1);
  await release();
  const [path = ''] = await readDragged(paydesk);
  expect(path.startsWith(join(dataFolder, 'dragged-out'))).toBe(true);
  const saved = join(dataFolder, '..', 'saved');
  await paydesk.answerDialogs({ save: saved });
  await paydesk.page.getByRole('button', { name: 'Save…' }).click();
  const original = await readFile(path);
  await expect.poll(() => readFile(saved).catch(() => null)).toEqual(original);
  expect(await paydesk.shownDialogs()).toHaveLength(2);

  expect(await paydesk.quit()).toBe(0);
  expect(await readdir(dataFolder)).not.toContain('dragged-out');
});

test('uploads go on while a drag blocks Paydesk for seconds', async ({ paydesk, company }) => {
  test.skip(inElectron, 'There is no drag of the system in a test');
  // The answers wait until the fault is cleared.
  company.simulator.faults.set('upload', { kind: 'delay', milliseconds: 600_000, skip: 3 });
  const batchId = await sendDocuments(paydesk, company);
  await expect.poll(() => countStates(paydesk, batchId)).toMatchObject({ sending: 8 });
  const handle = await openProof(paydesk, company);
  await startDrag(paydesk, handle);
  const { release } = await startPulling(paydesk, handle);
  await expect.poll(() => readDragged(paydesk)).toHaveLength(1);
  await release();
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
  expect(company.simulator.calls().filter(({ route }) => route === 'upload')).toHaveLength(12);
});
