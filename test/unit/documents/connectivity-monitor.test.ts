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
] as const)('the error %s has the block reason %s', (code, blockReason) => {
  expect(blockReasonOf(errorOf(code))).toBe(blockReason);
});

test.each(['text/html', 'application/xhtml+xml'])(
  'a page of %s in place of a response is an intercepted page',
  (contentType) => {
    expect(blockReasonOf(errorOf('answer-not-understood', { contentType }))).toBe('web-page');
    // A page that the service itself refuses with states the reason in its status.
    expect(isInterceptedPage(errorOf('service-refused', { contentType, status: 422 }))).toBe(false);
  },
);

test('a response of another content type is not an intercepted page', () => {
  expect(isInterceptedPage(errorOf('answer-not-understood', { contentType: 'text/plain' }))).toBe(false);
});

test('the status 511 comes from a captive portal, whatever else the response contains', () => {
  expect(blockReasonOf(errorOf('service-failed', { status: 511 }))).toBe('web-page');
  expect(blockReasonOf(errorOf('service-failed', { status: 502 }))).toBeNull();
});

test('a blocked connection is retried after five seconds, then with growing delays, at least once a minute', async () => {
  const clock = createFakeClock();
  const monitor = new ConnectivityMonitor(clock);
  const delays: (number | null)[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    let retryCount = 0;
    monitor.scheduleRetry('offline', () => {
      retryCount += 1;
    });
    expect(monitor.blockReason).toBe('offline');
    const delay = clock.nextIn();
    delays.push(delay);
    await clock.advance(delay ?? 0);
    expect(retryCount).toBe(1);
    monitor.cancelRetry();
    expect(monitor.blockReason).toBeNull();
  }
  expect(delays).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test('the delay of a retry starts over after a success', async () => {
  const clock = createFakeClock();
  const monitor = new ConnectivityMonitor(clock);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    monitor.scheduleRetry('proxy', () => undefined);
    monitor.cancelRetry();
  }
  monitor.reset();
  monitor.scheduleRetry('proxy', () => undefined);
  expect(clock.nextIn()).toBe(5_000);
});

test('a cancelled retry does not run', async () => {
  const clock = createFakeClock();
  const monitor = new ConnectivityMonitor(clock);
  let retryCount = 0;
  monitor.scheduleRetry('certificate', () => {
    retryCount += 1;
  });
  monitor.cancelRetry();
  await clock.advance(120_000);
  expect(retryCount).toBe(0);
});

test('cancelling a retry does nothing when none is scheduled', () => {
  const monitor = new ConnectivityMonitor(createFakeClock());
  expect(monitor.blockReason).toBeNull();
  expect(() => monitor.cancelRetry()).not.toThrow();
});
