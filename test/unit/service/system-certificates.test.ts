import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { createSystemCertificates, maxCertificatesWaitMs } from '../../../src/main/system-certificates.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const entry = new URL('file:///certificates.js');

/** A child that says what the test says. */
function create({ starts = true, from = entry }: { starts?: boolean; from?: URL | null } = {}) {
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  const clock = createFakeClock();
  const problems: unknown[] = [];
  const seen = { started: 0, killed: 0 };
  let say: (message: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const child: ChildProcess = {
    send: () => undefined,
    onMessage: (listener) => {
      say = listener;
    },
    onExit: (listener) => {
      end = listener;
    },
    kill() {
      seen.killed += 1;
      end();
    },
  };
  const certificates = createSystemCertificates({
    processes: {
      start() {
        if (!starts) throw new Error('There is no room for a process');
        seen.started += 1;
        return child;
      },
    },
    clock,
    entry: from,
    onProblem: (thrown) => problems.push(thrown),
  });
  let isReady = false;
  void certificates.ready().then(() => {
    isReady = true;
  });
  return {
    certificates,
    clock,
    problems,
    seen,
    say: (message: unknown) => say(message),
    end: () => end(),
    isReady: async () => {
      await clock.advance(0);
      return isReady;
    },
  };
}

const { cert } = createAuthority('Root of the company');

/** Certificates that connections trust now, without the breaks of their lines. */
const trusted = () => getCACertificates('default').map((text) => text.replaceAll('\n', ''));
const trustedRoot = cert.replaceAll('\n', '');

describe('connections', () => {
  test('wait for the certificates of the system, and then trust them', async () => {
    const { certificates, clock, say, seen, problems, isReady } = create();
    await clock.advance(60_000);
    expect(await isReady()).toBe(false);
    expect(seen.started).toBe(0);
    certificates.read();
    certificates.read();
    await clock.advance(5_000);
    expect(await isReady()).toBe(false);
    say({ certificates: [cert] });
    expect(await isReady()).toBe(true);
    expect(trusted()).toContain(trustedRoot);
    expect(certificates.status()).toEqual({ state: 'trusted', isLate: false, durationMs: 5_000 });
    expect(seen).toEqual({ started: 1, killed: 1 });
    await clock.advance(60_000);
    expect(problems).toEqual([]);
  });

  test('continue after fifteen seconds, and later ones trust certificates that are read later', async () => {
    const { certificates, clock, say, problems, isReady } = create();
    certificates.read();
    await clock.advance(maxCertificatesWaitMs - 1);
    expect(await isReady()).toBe(false);
    await clock.advance(1);
    expect(await isReady()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(certificates.status()).toEqual({ state: 'reading', isLate: true, durationMs: null });
    await clock.advance(30_000);
    say({ certificates: [cert] });
    expect(trusted()).toContain(trustedRoot);
    expect(certificates.status()).toEqual({ state: 'trusted', isLate: true, durationMs: 45_000 });
  });

  test.each([
    ['cannot be read', { certificates: null }],
    ['is no list of certificates', { certificates: 'all' }],
    ['holds what is no certificate', { certificates: ['-----BEGIN NOTHING-----'] }],
  ])('continue with the certificates of Node when the store %s', async (_why, message) => {
    const { certificates, say, problems, isReady } = create();
    const own = getCACertificates('default');
    certificates.read();
    say(message);
    expect(await isReady()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(certificates.status()).toMatchObject({ state: 'failed' });
    expect(getCACertificates('default')).toEqual(own);
  });

  test('continue when the process ends without a message, or cannot be started', async () => {
    const ended = create();
    ended.certificates.read();
    ended.end();
    expect(await ended.isReady()).toBe(true);
    const never = create({ starts: false });
    never.certificates.read();
    expect(await never.isReady()).toBe(true);
    for (const { problems, certificates } of [ended, never]) {
      expect(problems).toHaveLength(1);
      expect(certificates.status()).toMatchObject({ state: 'failed' });
    }
  });

  test('do not wait when the system has no store', async () => {
    const { certificates, seen, isReady } = create({ from: null });
    certificates.read();
    expect(await isReady()).toBe(true);
    expect(seen.started).toBe(0);
  });
});

test('stopping Paydesk stops the reading without a report', () => {
  const { certificates, seen, problems } = create();
  certificates.read();
  certificates.close();
  certificates.read();
  expect(seen).toEqual({ started: 1, killed: 1 });
  expect(problems).toEqual([]);
});
