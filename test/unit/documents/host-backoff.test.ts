/** @file Pauses of hosts that have asked for a pause. */
import { expect, test } from 'vitest';
import { HostBackoff } from '../../../src/main/features/documents/transfer/host-backoff.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function backoffWithClock() {
  const clock = createFakeClock();
  return { clock, hostBackoff: new HostBackoff(clock) };
}

test('a host that has not asked for a pause is not paused', () => {
  const { hostBackoff } = backoffWithClock();
  expect(hostBackoff.findPausedHost()).toBeNull();
  expect(hostBackoff.findPausedHost('a.example')).toBeNull();
});

test('a host is paused until its pause has ended', async () => {
  const { clock, hostBackoff } = backoffWithClock();
  await clock.advance(7_000);
  hostBackoff.pause('a.example', 5_000);
  expect(hostBackoff.findPausedHost()).toEqual({ host: 'a.example', remainingMs: 5_000 });
  await clock.advance(4_999);
  expect(hostBackoff.findPausedHost('a.example')).toEqual({ host: 'a.example', remainingMs: 1 });
  await clock.advance(1);
  expect(hostBackoff.findPausedHost('a.example')).toBeNull();
  expect(hostBackoff.findPausedHost()).toBeNull();
});

test('the host with the longest pause is returned without a name, and every paused host by its name', () => {
  const { hostBackoff } = backoffWithClock();
  hostBackoff.pause('a.example', 2_000);
  hostBackoff.pause('b.example', 9_000);
  hostBackoff.pause('c.example', 4_000);
  expect(hostBackoff.findPausedHost()).toEqual({ host: 'b.example', remainingMs: 9_000 });
  expect(hostBackoff.findPausedHost('a.example')).toEqual({ host: 'a.example', remainingMs: 2_000 });
  expect(hostBackoff.findPausedHost('c.example')).toEqual({ host: 'c.example', remainingMs: 4_000 });
  expect(hostBackoff.findPausedHost('d.example')).toBeNull();
});

test('a shorter pause does not end a longer one, and a longer one replaces a shorter one', () => {
  const { hostBackoff } = backoffWithClock();
  hostBackoff.pause('a.example', 5_000);
  hostBackoff.pause('a.example', 1_000);
  expect(hostBackoff.findPausedHost()?.remainingMs).toBe(5_000);
  hostBackoff.pause('a.example', 8_000);
  expect(hostBackoff.findPausedHost()?.remainingMs).toBe(8_000);
});

test('no host stays paused after the clerk has ended the pauses', () => {
  const { hostBackoff } = backoffWithClock();
  hostBackoff.pause('a.example', 5_000);
  hostBackoff.pause('b.example', 5_000);
  hostBackoff.clear();
  expect(hostBackoff.findPausedHost()).toBeNull();
});
