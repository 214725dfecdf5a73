import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChildProcess } from '../../../../src/main/platform/platform.ts';
import {
  createSystemCertificates,
  maxCertificatesWaitMs,
} from '../../../../src/main/platform/system-certificates.ts';
import { startId, type WorkerMessage } from '../../../../src/main/workers/protocol.ts';
import { toFailure } from '../../../../src/main/workers/serve.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { createAuthority } from '../../../fakes/servers/certificate.ts';

const entry = new URL('file:///certificates.js');

/** Starts the reading of system certificates in a child process that the test controls. */
function create({
  canStart = true,
  childEntry = entry,
}: {
  canStart?: boolean;
  childEntry?: URL | null;
} = {}) {
  const originalCertificates = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(originalCertificates));
  const clock = createFakeClock();
  const problems: unknown[] = [];
  const counts = { started: 0, killed: 0 };
  let emitMessage: (message: unknown) => void = () => undefined;
  let emitExit: () => void = () => undefined;
  const child: ChildProcess = {
    send: () => undefined,
    onMessage: (listener) => {
      emitMessage = listener;
    },
    onExit: (listener) => {
      emitExit = listener;
    },
    kill() {
      counts.killed += 1;
      emitExit();
    },
  };
  const start = () => {
    if (!canStart) throw new Error('No process can be started');
    counts.started += 1;
    return child;
  };
  const onProblem = (thrown: unknown) => void problems.push(thrown);
  const certificates = createSystemCertificates({
    processes: { start },
    clock,
    entry: childEntry,
    onProblem,
  });
  let ready = false;
  void certificates.whenReady().then(() => {
    ready = true;
  });
  const isReady = async () => {
    await clock.advance(0);
    return ready;
  };
  const emit = (message: WorkerMessage) => emitMessage([message]);
  return { certificates, clock, problems, counts, emitMessage: emit, emitExit: () => emitExit(), isReady };
}

const { cert } = createAuthority('Root of the company');

/** Certificates that connections trust now, without line breaks. */
const listTrusted = () => getCACertificates('default').map((text) => text.replaceAll('\n', ''));
const startedWith = (value: unknown): WorkerMessage => ({ kind: 'done', id: startId, value });
const trustedRoot = cert.replaceAll('\n', '');

describe('connections', () => {
  test('wait for the certificates of the system, and then trust them', async () => {
    const { certificates, clock, emitMessage, counts, problems, isReady } = create();
    await clock.advance(60_000);
    expect(await isReady()).toBe(false);
    expect(counts.started).toBe(0);
    certificates.read();
    certificates.read();
    await clock.advance(5_000);
    expect(await isReady()).toBe(false);
    emitMessage(startedWith([cert]));
    expect(await isReady()).toBe(true);
    expect(listTrusted()).toContain(trustedRoot);
    expect(certificates.status()).toEqual({ state: 'trusted', isLate: false, durationMs: 5_000 });
    expect(counts).toEqual({ started: 1, killed: 1 });
    await clock.advance(60_000);
    expect(problems).toEqual([]);
  });

  test('continue after fifteen seconds, and later connections trust certificates that are read later', async () => {
    const { certificates, clock, emitMessage, problems, isReady } = create();
    certificates.read();
    await clock.advance(maxCertificatesWaitMs - 1);
    expect(await isReady()).toBe(false);
    await clock.advance(1);
    expect(await isReady()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(certificates.status()).toEqual({ state: 'reading', isLate: true, durationMs: null });
    await clock.advance(30_000);
    emitMessage(startedWith([cert]));
    await isReady();
    expect(listTrusted()).toContain(trustedRoot);
    expect(certificates.status()).toEqual({ state: 'trusted', isLate: true, durationMs: 45_000 });
  });

  test.each([
    ['cannot be read', toFailure(startId, new Error('refused'))],
    ['returns no list of certificates', startedWith('all')],
    ['contains an invalid certificate', startedWith(['-----BEGIN NOTHING-----'])],
  ])('continue with the certificates of Node when the store %s', async (_why, message) => {
    const { certificates, emitMessage, problems, isReady } = create();
    const nodeCertificates = getCACertificates('default');
    certificates.read();
    emitMessage(message);
    expect(await isReady()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(certificates.status()).toMatchObject({ state: 'failed' });
    expect(getCACertificates('default')).toEqual(nodeCertificates);
  });

  test.each([true, false])('continue if the process ends silently or cannot start: %s', async (canStart) => {
    const { certificates, emitExit, isReady, problems } = create({ canStart });
    certificates.read();
    emitExit();
    expect(await isReady()).toBe(true);
    expect(problems).toHaveLength(1);
    expect(certificates.status()).toMatchObject({ state: 'failed' });
  });

  test('do not wait when the system has no store', async () => {
    const { certificates, counts, isReady } = create({ childEntry: null });
    certificates.read();
    expect(await isReady()).toBe(true);
    expect(counts.started).toBe(0);
  });
});

test('closing stops the child process without reporting a problem', () => {
  const { certificates, counts, problems } = create();
  certificates.read();
  certificates.close();
  certificates.read();
  expect(counts).toEqual({ started: 1, killed: 1 });
  expect(problems).toEqual([]);
});
