/** @file The network or proxy is unavailable: no document fails or is lost, and the batch continues once the network works again. */
import { expect } from 'vitest';
import type { PauseReason } from '../../src/shared/model/documents/batch.ts';
import { eventually } from '../fakes/eventually.ts';
import { startProxy } from '../fakes/servers/connect-proxy.ts';
import { test } from '../integration/features/documents/company-test.ts';
import {
  type DocumentsFixture,
  sampleDocuments,
} from '../integration/features/documents/documents-fixture.ts';
import { actAt } from '../practice/faults.ts';
import { expectAttached, finishBatch } from './finish-batch.ts';

/** Proxy rules that block the service, with the expected reason of the pause. */
const blockedRoutes: [string, PauseReason, () => Promise<string>][] = [
  ['an unknown proxy name', 'offline', async () => 'PROXY proxy.paydesk.invalid:3128'],
  ['a proxy that requires a password (407)', 'proxy', async () => `PROXY ${(await startProxy(407)).address}`],
  ['an unreachable proxy', 'offline', async () => 'PROXY 127.0.0.1:1'],
];

/** Waits until the batch is paused; a proxy prompt is declined. */
async function untilPaused(
  fixture: DocumentsFixture,
  batchId: number,
  pauseReason: PauseReason,
): Promise<void> {
  if (pauseReason === 'proxy') {
    await eventually(() => expect(fixture.testApp.topic('proxyQuestion')).not.toBeNull());
    const { proxy = '' } = fixture.testApp.topic('proxyQuestion') ?? {};
    await fixture.call('network.answerProxy', { proxy, user: null, password: null });
  }
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason });
}

test.for(blockedRoutes)(
  'a batch interrupted by %s keeps its stored documents and continues automatically',
  async ([, pauseReason, proxyRule], { fixture }) => {
    const rule = await proxyRule();
    const changeProxy = actAt(4, () => {
      fixture.network.proxy = rule;
    });
    fixture.simulator.faults.set('upload', changeProxy);
    const files = sampleDocuments(12);
    const { batchId } = await fixture.send(files);
    await untilPaused(fixture, batchId, pauseReason);
    const storedCount = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'stored').length;
    expect(storedCount).toBeGreaterThan(0);
    fixture.network.proxy = 'DIRECT';
    await finishBatch(fixture, batchId);
    await expectAttached(fixture, batchId, files);
    const updates = fixture.callsOf('updateRecipient');
    expect(updates).toHaveLength(1);
  },
);
