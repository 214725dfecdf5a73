import { expect, test } from 'vitest';
import {
  blockReasonOf,
  ConnectivityMonitor,
  isInterceptedPage,
} from '../../../src/main/features/documents/transfer/connectivity-monitor.ts';
import { type ErrorCode, type ErrorDetails, PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function errorOf(code: ErrorCode, details: ErrorDetails = {}): PaydeskError {
  return new PaydeskError(code, 'for a test', { details });
}

test.each([
  ['host-unreachable', 'offline'],
  ['certificate-untrusted', 'certificate'],
  ['proxy-refused', 'proxy'],
  ['service-refused', null],
  ['answer-not-understood', null],
  ['timed-out', null],
  ['connection-lost', null],
] as const)('%s means that the way is blocked by: %s', (code, blockage) => {
  expect(blockReasonOf(errorOf(code))).toBe(blockage);
});

test.each(['text/html', 'application/xhtml+xml'])(
  'a page of %s where an answer was due comes from something in between',
  (contentType) => {
    expect(blockReasonOf(errorOf('answer-not-understood', { contentType }))).toBe('web-page');
    // A page that the service itself refuses with says why in its status.
    expect(isInterceptedPage(errorOf('service-refused', { contentType, status: 422 }))).toBe(false);
  },
);

test('an answer that is no page is the service’s own, however odd it is', () => {
  expect(isInterceptedPage(errorOf('answer-not-understood', { contentType: 'text/plain' }))).toBe(false);
});

test('the status 511 is the word of a portal, whatever comes with it', () => {
  expect(blockReasonOf(errorOf('service-failed', { status: 511 }))).toBe('web-page');
  expect(blockReasonOf(errorOf('service-failed', { status: 502 }))).toBeNull();
});

test('a blocked way is tried again after five seconds, then ever later, at most once a minute', async () => {
  const clock = createFakeClock();
  const outage = new ConnectivityMonitor(clock);
  const pauses: (number | null)[] = [];
  for (let time = 0; time < 6; time += 1) {
    let tried = 0;
    outage.scheduleRetry('offline', () => {
      tried += 1;
    });
    expect(outage.blockReason).toBe('offline');
    const pause = clock.nextIn();
    pauses.push(pause);
    await clock.advance(pause ?? 0);
    expect(tried).toBe(1);
    outage.cancelRetry();
    expect(outage.blockReason).toBeNull();
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test('the pauses begin anew when something got through', async () => {
  const clock = createFakeClock();
  const outage = new ConnectivityMonitor(clock);
  for (let time = 0; time < 3; time += 1) {
    outage.scheduleRetry('proxy', () => undefined);
    outage.cancelRetry();
  }
  outage.reset();
  outage.scheduleRetry('proxy', () => undefined);
  expect(clock.nextIn()).toBe(5_000);
});

test('a way that is tried before its time is not tried a second time for the same pause', async () => {
  const clock = createFakeClock();
  const outage = new ConnectivityMonitor(clock);
  let tried = 0;
  outage.scheduleRetry('certificate', () => {
    tried += 1;
  });
  outage.cancelRetry();
  await clock.advance(120_000);
  expect(tried).toBe(0);
});

test('a way that was never blocked can be said to be free', () => {
  const outage = new ConnectivityMonitor(createFakeClock());
  expect(outage.blockReason).toBeNull();
  expect(() => outage.cancelRetry()).not.toThrow();
});
