import { expect, test } from 'vitest';
import {
  blockReasonOf,
  ConnectivityMonitor,
  isInterceptedPage,
} from '../../../../src/main/service/http/connectivity-monitor.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

const html = { contentType: 'text/html' };
const xhtml = { contentType: 'application/xhtml+xml' };

test.each([
  ['host-unreachable', {}, 'offline'],
  ['certificate-untrusted', {}, 'certificate'],
  ['proxy-refused', {}, 'proxy'],
  ['service-refused', {}, null],
  ['answer-not-understood', {}, null],
  ['timed-out', {}, null],
  ['connection-lost', {}, null],
  ['answer-not-understood', html, 'web-page'],
  ['answer-not-understood', xhtml, 'web-page'],
  ['answer-not-understood', { contentType: 'text/plain' }, null],
  // A page that the service itself refuses with states the reason in its status.
  ['service-refused', { ...html, status: 422 }, null],
  ['service-refused', { ...xhtml, status: 422 }, null],
  // The status of a captive portal, whatever else the response contains.
  ['service-failed', { status: 511 }, 'web-page'],
  ['service-failed', { status: 502 }, null],
] as const)('the error %s with the details %o has the block reason %s', (code, details, blockReason) => {
  const error = new PaydeskError(code, 'for a test', { details });
  expect(blockReasonOf(error)).toBe(blockReason);
  expect(isInterceptedPage(error)).toBe(blockReason === 'web-page');
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

test('a cancelled retry does not run, and cancelling without a retry does nothing', async () => {
  const clock = createFakeClock();
  const monitor = new ConnectivityMonitor(clock);
  monitor.cancelRetry();
  expect(monitor.blockReason).toBeNull();
  monitor.scheduleRetry('certificate', () => expect.unreachable('the retry was cancelled'));
  monitor.cancelRetry();
  expect(clock.waiting()).toBe(0);
});
