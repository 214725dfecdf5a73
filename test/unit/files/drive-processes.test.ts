import { expect, test } from 'vitest';
import { Interrupted, maxConsentMs, maxSilenceMs, maxWaitMs } from '../../../src/main/files/drive-process.ts';
import { createDriveProcesses } from '../../../src/main/files/drive-processes.ts';
import { fileRequestSchema } from '../../../src/main/files/messages.ts';
import type { ChildProcess } from '../../../src/main/platform/platform.ts';
import { callSchema, startId, type WorkerMessage } from '../../../src/main/workers/protocol.ts';
import { createFakeClock } from '../../fakes/clock.ts';

/** A child process that the test controls. */
class FakeChild implements ChildProcess {
  readonly requests: { body: unknown }[] = [];
  isKilled = false;
  readonly #onMessage: ((message: unknown) => void)[] = [];
  readonly #onExit: (() => void)[] = [];

  send(message: unknown): void {
    this.requests.push(fileRequestSchema.parse(callSchema.parse(message).body));
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage.push(listener);
  }
  onExit(listener: () => void): void {
    this.#onExit.push(listener);
  }
  /** A killed process hangs in the system until the test calls `exit`. */
  kill(): void {
    this.isKilled = true;
  }
  exit(): void {
    for (const listener of this.#onExit) listener();
  }
  ready(): this {
    return this.answer(startId, null);
  }
  answer(id: number, value: unknown): this {
    this.#post({ kind: 'done', id, value });
    return this;
  }
  report(id: number, isComputing: boolean): this {
    this.#post({ kind: 'progress', id, body: { isComputing, result: undefined } });
    return this;
  }
  #post(message: WorkerMessage): void {
    for (const listener of this.#onMessage) listener([message]);
  }
}

function startDriveProcesses(os: 'win32' | 'darwin' = 'win32') {
  const clock = createFakeClock();
  let sleptMs = 0;
  const children: FakeChild[] = [];
  const drives = createDriveProcesses({
    clock: { ...clock, monotonic: () => clock.monotonic() + sleptMs },
    os,
    entry: new URL('file:///files.js'),
    processes: {
      start() {
        const child = new FakeChild();
        children.push(child);
        return child;
      },
    },
  });
  /** Sends a request to a drive and records its outcome: `pending`, the reply, or the cause of the interruption. */
  function send(drive: string, body: unknown, isAlone = false): { outcome: string } {
    const request = { outcome: 'pending' };
    const settle = (thrown: unknown) => {
      request.outcome = thrown instanceof Interrupted ? thrown.cause : 'error';
    };
    try {
      const process = drives.processOf(drive, isAlone);
      process.request(body).then((reply) => {
        request.outcome = String(reply);
      }, settle);
    } catch (thrown) {
      settle(thrown);
    }
    return request;
  }
  const child = (index: number) => children[index] ?? expect.fail(`There is no process ${index}`);
  /** Lets time pass in which no timer runs, as in standby. */
  const sleep = (milliseconds: number) => {
    sleptMs += milliseconds;
  };
  return { clock, sleep, drives, children, child, send };
}

/** Time after which a drive is silent, with the interval of the check. */
const silenceMs = maxSilenceMs + 2_000;

test('each drive has one process for its requests, and a request that must run alone has its own process', () => {
  const { send, children } = startDriveProcesses();
  send('c:', 1);
  send('z:', 2);
  send('c:', 3);
  send('c:', 4, true);
  expect(children.map(({ requests }) => requests.map(({ body }) => body))).toEqual([[1, 3], [2], [4]]);
});

test('a silent drive interrupts only its own requests, and its process is killed', async () => {
  const { clock, send, child } = startDriveProcesses();
  const hung = send('z:', 'hangs');
  child(0).ready();
  const healthy = send('c:', 'healthy');
  child(1).ready();
  await clock.advance(silenceMs - 4_000);
  expect(hung.outcome).toBe('pending');
  child(1).answer(1, 'read');
  await clock.advance(4_000);
  expect([hung.outcome, healthy.outcome]).toEqual(['silent', 'read']);
  expect([child(0).isKilled, child(1).isKilled]).toEqual([true, false]);
});

test('on macOS, a file may wait two minutes for consent, and one that was opened is silent after 20 seconds', async () => {
  const { clock, send, child } = startDriveProcesses('darwin');
  const [asked, opened] = [send('documents', 'asked'), send('share', 'opened')];
  child(0).ready();
  child(1).ready().report(1, false);
  await clock.advance(silenceMs);
  expect([asked.outcome, opened.outcome]).toEqual(['pending', 'silent']);
  await clock.advance(maxConsentMs - silenceMs - 2_000);
  expect(asked.outcome).toBe('pending');
  await clock.advance(4_000);
  expect(asked.outcome).toBe('silent');
});

test('an operation that makes progress is never interrupted', async () => {
  const { clock, send, child } = startDriveProcesses();
  const slow = send('z:', 'slow');
  child(0).ready();
  for (let count = 0; count < 10; count += 1) {
    await clock.advance(maxSilenceMs - 2_000);
    child(0).report(1, false);
  }
  child(0).answer(1, 'read');
  await clock.advance(0);
  expect(slow.outcome).toBe('read');
});

test('a request for a file that hangs on a responding drive is silent, and the other requests are stopped', async () => {
  const { clock, send, child } = startDriveProcesses();
  const hung = send('c:', 'hangs');
  const other = send('c:', 'other');
  child(0).ready();
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += 10_000) {
    expect(hung.outcome).toBe('pending');
    child(0).report(2, false);
    await clock.advance(10_000);
  }
  await clock.advance(2_000);
  expect([hung.outcome, other.outcome]).toEqual(['silent', 'stopped']);
  // The next request is sent to the drive at once.
  expect(send('c:', 'other').outcome).toBe('pending');
});

test('a request that computes for too long overruns, and the requests behind it are stopped', async () => {
  const { clock, send, child } = startDriveProcesses();
  const endless = send('c:', 'endless');
  const queued = send('c:', 'queued');
  child(0).ready().report(1, true);
  await clock.advance(silenceMs);
  expect([endless.outcome, queued.outcome]).toEqual(['overran', 'stopped']);
  expect(send('c:', 'queued').outcome).toBe('pending');
});

test('a silent drive is not used for 15 seconds, then one request tries it while the others are refused', async () => {
  const { clock, send, child, children } = startDriveProcesses();
  send('z:', 1);
  child(0).ready();
  await clock.advance(silenceMs);
  child(0).exit();
  expect(send('z:', 2).outcome).toBe('silent');
  expect(children).toHaveLength(1);
  await clock.advance(15_000);
  const trial = send('z:', 3);
  child(1).ready();
  expect(send('z:', 4).outcome).toBe('silent');
  child(1).answer(1, 'back');
  await clock.advance(0);
  expect(trial.outcome).toBe('back');
  expect([send('z:', 5).outcome, send('z:', 6).outcome]).toEqual(['pending', 'pending']);
});

test('at most two processes that cannot be killed exist for a drive', async () => {
  const { clock, send, children } = startDriveProcesses();
  for (let count = 0; count < 10; count += 1) {
    send('z:', count);
    await clock.advance(silenceMs + 15_000);
  }
  expect(children).toHaveLength(2);
  for (const child of children) child.exit();
  send('z:', 'next');
  expect(children).toHaveLength(3);
});

test('a process that crashes interrupts its requests, and the next request starts another process', async () => {
  const { clock, send, child, children } = startDriveProcesses();
  const request = send('c:', 1);
  child(0).ready().exit();
  await clock.advance(0);
  expect(request.outcome).toBe('crashed');
  send('c:', 2);
  expect(children).toHaveLength(2);
});

test('a process that exits before it is ready stops its requests; after three such exits the next request is an error', async () => {
  const { clock, send, child } = startDriveProcesses();
  for (const index of [0, 1, 2]) {
    const request = send('c:', 1);
    child(index).exit();
    await clock.advance(0);
    expect(request.outcome).toBe('stopped');
  }
  expect(send('c:', 1).outcome).toBe('error');
  const retried = send('c:', 1);
  child(3).ready().answer(1, 'read');
  await clock.advance(0);
  expect(retried.outcome).toBe('read');
});

test('the time that the machine sleeps does not count as silence of a drive', async () => {
  const { clock, sleep, send, child } = startDriveProcesses();
  const request = send('z:', 1);
  child(0).ready();
  await clock.advance(maxSilenceMs - 4_000);
  sleep(60_000);
  await clock.advance(2_000);
  expect(request.outcome).toBe('pending');
  await clock.advance(silenceMs);
  expect(request.outcome).toBe('silent');
});

test('a cancelled request rejects at once, and its late reply is ignored', async () => {
  const { clock, drives, child } = startDriveProcesses();
  const process = drives.processOf('z:', false);
  child(0).ready();
  const abortController = new AbortController();
  const { signal } = abortController;
  const request = process.request(1, { signal });
  abortController.abort();
  for (const cancelled of [request, process.request(2, { signal })])
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  child(0).answer(1, 'late');
  await clock.advance(0);
});

test('an idle process is killed, but not while a session is open, unless the session may be idle', async () => {
  const { clock, drives, child, children } = startDriveProcesses();
  const [process, idle] = [drives.processOf('z:', false), drives.processOf('y:', false)];
  for (const started of children) started.ready();
  const session = process.openSession();
  idle.openSession({ mayBeIdle: true });
  await clock.advance(300_000);
  expect([child(0).isKilled, child(1).isKilled]).toEqual([false, true]);
  void process.request('last', { session, endsSession: true });
  child(0).answer(1, 'closed');
  await clock.advance(300_000);
  expect(child(0).isKilled).toBe(true);
  drives.processOf('z:', false);
  expect(children).toHaveLength(3);
});

test('close kills every process at once, and later requests are refused', async () => {
  const { clock, drives, send, children } = startDriveProcesses();
  const requests = [send('c:', 1), send('z:', 2)];
  drives.close();
  await clock.advance(0);
  expect(requests.map(({ outcome }) => outcome)).toEqual(['closed', 'closed']);
  expect(children.every(({ isKilled }) => isKilled)).toBe(true);
  expect(send('c:', 3).outcome).toBe('closed');
});
