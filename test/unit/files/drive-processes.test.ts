import { expect, test } from 'vitest';
import { Interrupted, maxSilenceMs, maxWaitMs } from '../../../src/main/files/drive-process.ts';
import { createDriveProcesses } from '../../../src/main/files/drive-processes.ts';
import { type FileReply, fileRequestSchema, readyMessage } from '../../../src/main/files/messages.ts';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { createFakeClock } from '../../fakes/clock.ts';

/** A process in the hands of a test. */
class FakeChild implements ChildProcess {
  readonly requests: { id: number; body: unknown }[] = [];
  isKilled = false;
  #onMessage: (message: unknown) => void = () => undefined;
  readonly #onExit: (() => void)[] = [];

  send(message: unknown): void {
    this.requests.push(fileRequestSchema.parse(message));
  }
  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener;
  }
  onExit(listener: () => void): void {
    this.#onExit.push(listener);
  }
  /** It hangs in the system, so it leaves when the test says so. */
  kill(): void {
    this.isKilled = true;
  }
  exit(): void {
    for (const listener of this.#onExit) listener();
  }
  ready(): this {
    this.#onMessage(readyMessage);
    return this;
  }
  say(kind: FileReply['kind'], id: number, body?: unknown): void {
    this.#onMessage({ kind, id, body });
  }
}

function start() {
  const clock = createFakeClock();
  let sleptMs = 0;
  const children: FakeChild[] = [];
  const drives = createDriveProcesses({
    clock: { ...clock, monotonic: () => clock.monotonic() + sleptMs },
    os: 'win32',
    entry: new URL('file:///files.js'),
    processes: {
      start() {
        const child = new FakeChild();
        children.push(child);
        return child;
      },
    },
  });
  /** Asks a drive; what it comes to is told by a word. */
  function ask(drive: string, body: unknown, isAlone = false): { outcome: string } {
    const asked = { outcome: 'waits' };
    const tell = (outcome: string) => {
      asked.outcome = outcome;
    };
    try {
      drives
        .processOf(drive, isAlone)
        .request(body)
        .then(
          (reply) => tell(String(reply)),
          (thrown: unknown) => tell(thrown instanceof Interrupted ? thrown.cause : 'error'),
        );
    } catch (thrown) {
      tell(thrown instanceof Interrupted ? thrown.cause : 'error');
    }
    return asked;
  }
  const child = (index: number): FakeChild => {
    const found = children[index];
    if (found === undefined) throw new Error(`There is no process ${index}`);
    return found;
  };
  /** Time passes in which no timer runs. */
  const sleep = (milliseconds: number) => {
    sleptMs += milliseconds;
  };
  return { clock, sleep, drives, children, child, ask };
}

const silence = maxSilenceMs + 2_000;

test('each drive has a process of its own, which is asked again and again', () => {
  const { ask, children } = start();
  ask('c:', 1);
  ask('z:', 2);
  ask('c:', 3);
  ask('c:', 4, true);
  expect(children.map(({ requests }) => requests.map(({ body }) => body))).toEqual([[1, 3], [2], [4]]);
});

test('a drive that is silent interrupts its own work alone, and its process is ended', async () => {
  const { clock, ask, child } = start();
  const hung = ask('z:', 'hangs');
  child(0).ready();
  const fine = ask('c:', 'fine');
  child(1).ready();
  await clock.advance(silence - 4_000);
  expect(hung.outcome).toBe('waits');
  child(1).say('reply', 1, 'read');
  await clock.advance(4_000);
  expect([hung.outcome, fine.outcome]).toEqual(['silent', 'read']);
  expect([child(0).isKilled, child(1).isKilled]).toEqual([true, false]);
});

test('an operation that makes progress is waited for, however long it takes', async () => {
  const { clock, ask, child } = start();
  const slow = ask('z:', 'slow');
  child(0).ready();
  for (let time = 0; time < 10; time += 1) {
    await clock.advance(maxSilenceMs - 2_000);
    child(0).say('progress', 1);
  }
  child(0).say('reply', 1, 'read');
  await clock.advance(0);
  expect(slow.outcome).toBe('read');
});

test('one file that hangs on a drive that is well is told apart from the others', async () => {
  const { clock, ask, child } = start();
  const hung = ask('c:', 'hangs');
  const other = ask('c:', 'other');
  child(0).ready();
  for (let time = 0; time < maxWaitMs; time += 10_000) {
    expect(hung.outcome).toBe('waits');
    child(0).say('progress', 2);
    await clock.advance(10_000);
  }
  await clock.advance(2_000);
  expect([hung.outcome, other.outcome]).toEqual(['silent', 'stopped']);
  // The drive is asked again at once.
  expect(ask('c:', 'other').outcome).toBe('waits');
});

test('what computes for too long is why, and not the drive, and not what waits behind it', async () => {
  const { clock, ask, child } = start();
  const endless = ask('c:', 'endless');
  const behind = ask('c:', 'behind');
  child(0).ready().say('computing', 1);
  await clock.advance(silence);
  expect([endless.outcome, behind.outcome]).toEqual(['overran', 'stopped']);
  expect(ask('c:', 'behind').outcome).toBe('waits');
});

test('a drive that was silent rests, then one operation tries it while nobody else waits for it', async () => {
  const { clock, ask, child, children } = start();
  ask('z:', 1);
  child(0).ready();
  await clock.advance(silence);
  child(0).exit();
  expect(ask('z:', 2).outcome).toBe('silent');
  expect(children).toHaveLength(1);
  await clock.advance(15_000);
  const trial = ask('z:', 3);
  child(1).ready();
  expect(ask('z:', 4).outcome).toBe('silent');
  child(1).say('reply', 1, 'back');
  await clock.advance(0);
  expect(trial.outcome).toBe('back');
  expect([ask('z:', 5).outcome, ask('z:', 6).outcome]).toEqual(['waits', 'waits']);
});

test('processes that cannot be ended do not pile up', async () => {
  const { clock, ask, children } = start();
  for (let time = 0; time < 10; time += 1) {
    ask('z:', time);
    await clock.advance(silence + 15_000);
  }
  expect(children).toHaveLength(2);
  for (const child of children) child.exit();
  ask('z:', 'again');
  expect(children).toHaveLength(3);
});

test('a process that ends by itself interrupts what is in work, and another starts', async () => {
  const { clock, ask, child, children } = start();
  const one = ask('c:', 1);
  child(0).ready().exit();
  await clock.advance(0);
  expect(one.outcome).toBe('crashed');
  ask('c:', 2);
  expect(children).toHaveLength(2);
});

test('a process that is ended before it can be asked says nothing of its work; the third one is an error', async () => {
  const { clock, ask, child } = start();
  for (const index of [0, 1, 2]) {
    const asked = ask('c:', 1);
    child(index).exit();
    await clock.advance(0);
    expect(asked.outcome).toBe('stopped');
  }
  expect(ask('c:', 1).outcome).toBe('error');
  const again = ask('c:', 1);
  child(3).ready().say('reply', 1, 'read');
  await clock.advance(0);
  expect(again.outcome).toBe('read');
});

test('a machine that slept takes no drive for silent', async () => {
  const { clock, sleep, ask, child } = start();
  const asked = ask('z:', 1);
  child(0).ready();
  await clock.advance(maxSilenceMs - 4_000);
  sleep(60_000);
  await clock.advance(2_000);
  expect(asked.outcome).toBe('waits');
  await clock.advance(silence);
  expect(asked.outcome).toBe('silent');
});

test('what is no longer wanted is let go of at once', async () => {
  const { clock, drives, child } = start();
  const process = drives.processOf('z:', false);
  child(0).ready();
  const stop = new AbortController();
  const asked = process.request(1, { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  await expect(process.request(2, { signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
  child(0).say('reply', 1, 'late');
  await clock.advance(0);
});

test('a process without work is ended, but not while a session is open', async () => {
  const { clock, drives, child, children } = start();
  const process = drives.processOf('z:', false);
  child(0).ready();
  const session = process.openSession();
  await clock.advance(300_000);
  expect(child(0).isKilled).toBe(false);
  void process.request('last', { session, endsSession: true });
  child(0).say('reply', 2, 'closed');
  await clock.advance(300_000);
  expect(child(0).isKilled).toBe(true);
  drives.processOf('z:', false);
  expect(children).toHaveLength(2);
});

test('closing ends every process at once, and nothing is started any more', async () => {
  const { clock, drives, ask, children } = start();
  const asked = [ask('c:', 1), ask('z:', 2)];
  drives.close();
  await clock.advance(0);
  expect(asked.map(({ outcome }) => outcome)).toEqual(['closed', 'closed']);
  expect(children.every(({ isKilled }) => isKilled)).toBe(true);
  expect(ask('c:', 3).outcome).toBe('closed');
});
