import { expect, test } from 'vitest';
import type { FaultedCall } from '../../../src/main/simulator/faults.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  callsOf,
  documents,
  dropFiles,
  headOf,
  over,
  rowsOf,
  send,
  start,
  startWork,
  statesOf,
  untilHead,
  type Work,
} from './work.ts';

/** How many documents are on their way. */
function onTheWay(work: Work, batchId: number): number {
  return headOf(work, batchId)?.transfers.length ?? 0;
}

test('eight documents are sent at once, and more as long as all goes well', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 60 });
  const { batchId } = await send(work, documents(80));
  // Sixty clean sends: three more at once.
  await eventually(() => expect(onTheWay(work, batchId)).toBe(11));
  work.simulator.faults.clear();
  await over(work, batchId);
});

test('a document whose link is refused waits for a place again', async () => {
  const work = await startWork();
  let uploads = 0;
  const count = ({ number }: FaultedCall) => {
    uploads = number;
    return true;
  };
  // The first is refused when others are waiting for its place already.
  work.simulator.faults.set(
    'upload',
    { kind: 'delay', milliseconds: 1_500, times: 1, when: count },
    { kind: 'expired-link', times: 1 },
    { kind: 'hang', skip: 12 },
  );
  const { batchId } = await send(work, documents(40));
  // Twelve are stored, eight are on their way, eight wait for a place, and one of all these has its second link.
  await eventually(() => expect(work.simulator.state.linksIssued).toBe(29));
  await eventually(() => expect(uploads).toBeGreaterThanOrEqual(21));
  await rowsOf(work, batchId);
  await rowsOf(work, batchId);
  expect(uploads).toBe(21);
  work.simulator.faults.clear();
  await over(work, batchId);
});

test('a service that has too much gets half as much at once', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'throttle', status: 429, times: 1 }, { kind: 'hang', skip: 7 });
  const { batchId } = await send(work, documents(20));
  await eventually(() => expect(onTheWay(work, batchId)).toBe(4));
  const states = Object.values(await statesOf(work, batchId));
  expect(states.filter((state) => state === 'sending' || state === 'linking')).toHaveLength(4);
  work.simulator.faults.clear();
  await over(work, batchId);
});

test.each([
  ['uploadDocuments', 'beneficiary'],
  ['upload', 'storage'],
] as const)('a wish to come back later at %s is for everything that goes there', async (route, host) => {
  const work = await startWork();
  work.simulator.faults.set(route, { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 });
  const { batchId } = await send(work, documents(30));
  const head = await eventually(() => {
    const shown = headOf(work, batchId);
    expect(shown?.held?.host).toBeDefined();
    expect(shown?.transfers).toEqual([]);
    return shown;
  });
  const left = Date.parse(head?.held?.until ?? '') - work.clock.now();
  expect(left).toBeGreaterThan(60_000);
  expect(left).toBeLessThanOrEqual(90_000);
  expect(head?.held?.host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(head?.state).toBe('running');
  const calls = () => work.simulator.calls().filter((call) => call.host === host).length;
  const before = calls();
  work.clock.skip(60_000);
  await rowsOf(work, batchId);
  expect(calls()).toBe(before);
  work.clock.skip(30_000);
  await over(work, batchId);
  expect(headOf(work, batchId)?.held ?? null).toBeNull();
});

test('an update that is put off is not followed by others to the same host', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 503,
    retryAfterSeconds: 60,
    times: 1,
  });
  const batchId = await dropFiles(work, documents(8));
  const names = Object.keys(documents(8));
  for (const name of names) await assign(work, batchId, await beneficiary(work, name), name);
  await start(work, batchId);
  await untilHead(work, batchId, { state: 'running', transfers: [] });
  await eventually(() => expect(headOf(work, batchId)?.held?.host).toBeDefined());
  const asked = callsOf(work.simulator, 'updateRecipient').length;
  expect(asked).toBeLessThan(names.length);
  work.clock.skip(30_000);
  await rowsOf(work, batchId);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(asked);
  work.clock.skip(31_000);
  await over(work, batchId);
});

test('what is on its way is bounded by its bytes too', async () => {
  const work = await startWork();
  // Each is held in memory while it is sent; ten of them would be too much, whatever the pace.
  work.simulator.faults.set('upload', { kind: 'hang', skip: 160 });
  const small = await send(work, documents(160));
  await over(work, small.batchId);
  const large = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`large ${index}.pdf`, pdf(`large ${index}`, 7_900_000)]),
  );
  const { batchId } = await send(work, large, 'Large');
  await eventually(() => expect(onTheWay(work, batchId)).toBe(8));
  await rowsOf(work, batchId);
  expect(onTheWay(work, batchId)).toBe(8);
  work.simulator.faults.clear();
  await over(work, batchId);
});

test('the clerk’s limit slows what goes out, not the answers, and looks like no silence', async () => {
  const work = await startWork();
  const appearance = { theme: 'system', contrast: false } as const;
  const change = (uploadBytesPerSecond: number | null) =>
    work.call('settings.change', { appearance, largeFileMegabytes: 25, uploadBytesPerSecond });
  await change(16_000);
  const { batchId } = await send(work, { 'a.pdf': pdf('a', 400_000), 'b.pdf': pdf('b', 400_000) });
  await untilHead(work, batchId, { state: 'running' });
  await eventually(() => expect(headOf(work, batchId)?.transfers[0]?.sent).toBeGreaterThan(0));
  // At this pace the two would take fifty seconds; so long as the limit counts, they are not through.
  await eventually(async () => {
    expect(Object.values(await statesOf(work, batchId))).toEqual(['sending', 'sending']);
  });
  await change(null);
  await over(work, batchId);
  expect(callsOf(work.simulator, 'upload')).toHaveLength(2);
});
