/** @file The way to the service is wrong or blocked: nothing fails, nothing is lost, and it goes on when it is right again. */
import { expect, test } from 'vitest';
import type { PauseReason } from '../../src/shared/model/batch.ts';
import { startProxy } from '../fakes/connect-proxy.ts';
import { eventually } from '../fakes/eventually.ts';
import {
  callsOf,
  documents,
  over,
  rowsOf,
  send,
  startWork,
  statesOf,
  untilHead,
  type Work,
} from '../integration/documents/work.ts';
import { expectAttached, finish, passTime } from './end.ts';

/** What the machine says of the way to the service. */
const ways: [string, PauseReason, () => Promise<string>][] = [
  ['a name that cannot be found', 'offline', async () => 'PROXY proxy.paydesk.invalid:3128'],
  ['a proxy that wants a password (407)', 'proxy', async () => `PROXY ${(await startProxy(407)).address}`],
  ['a proxy that is not there', 'offline', async () => 'PROXY 127.0.0.1:1'],
];

/** Turns the way off, in the middle of a call of `route`. */
function turnAt(work: Work, route: 'upload' | 'uploadDocuments', number: number, way: string): void {
  let calls = 0;
  work.simulator.faults.set(route, {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      calls += 1;
      if (calls === number) work.network.way = way;
      return false;
    },
  });
}

/** The clerk who is asked by a proxy has no answer now. */
async function untilPaused(work: Work, batchId: number, pauseReason: PauseReason): Promise<void> {
  if (pauseReason === 'proxy') {
    await eventually(() => expect(work.testApp.topic('proxyQuestion')).not.toBeNull());
    const { proxy = '' } = work.testApp.topic('proxyQuestion') ?? {};
    await work.call('network.answerProxy', { proxy, user: null, password: null });
  }
  await untilHead(work, batchId, { state: 'paused', pauseReason });
}

test.each(ways)(
  '%s from the start: the batch waits, and is done when the way is right',
  async (_, pauseReason, way) => {
    const work = await startWork();
    work.network.way = await way();
    const files = documents(4);
    const { batchId } = await send(work, files);
    await untilPaused(work, batchId, pauseReason);
    expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['ready']));
    expect(callsOf(work.simulator, 'uploadDocuments')).toEqual([]);
    work.network.way = 'DIRECT';
    await eventually(async () => {
      await passTime(work, batchId);
      expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['attached']));
    });
    await over(work, batchId);
    await expectAttached(work, batchId, files);
  },
);

test.each(ways)(
  '%s in the middle: what is stored stays stored, and the rest goes on by itself',
  async (_, pauseReason, way) => {
    const work = await startWork();
    turnAt(work, 'upload', 4, await way());
    const files = documents(12);
    const { batchId } = await send(work, files);
    await untilPaused(work, batchId, pauseReason);
    const stored = (await rowsOf(work, batchId)).filter(({ state }) => state === 'stored').length;
    expect(stored).toBeGreaterThan(0);
    work.network.way = 'DIRECT';
    await finish(work, batchId);
    await expectAttached(work, batchId, files);
    const updates = callsOf(work.simulator, 'updateRecipient');
    expect(updates).toHaveLength(1);
  },
);
