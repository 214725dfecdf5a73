import { describe, expect, test } from 'vitest';
import { createLifecycle, maxDrainMs } from '../../../src/main/lifecycle.ts';

/** A program whose questions, drains and timers the test answers. */
function program(answer?: () => Promise<boolean>) {
  const seen: string[] = [];
  const confirmed = Promise.withResolvers<boolean>();
  const drained = Promise.withResolvers<void>();
  let expire: (() => void) | null = null;
  let limit = 0;
  const lifecycle = createLifecycle({
    confirmQuit() {
      seen.push('ask');
      return answer?.() ?? confirmed.promise;
    },
    drain() {
      seen.push('drain');
      return drained.promise;
    },
    show: () => seen.push('show'),
    startAgain: () => seen.push('start again'),
    exitFailed: () => seen.push('exit failed'),
    exit(install) {
      seen.push(install === null ? 'exit' : 'exit to install');
      install?.();
    },
    clock: {
      after(milliseconds, action) {
        limit = milliseconds;
        expire = action;
        return () => {
          seen.push('timer stopped');
        };
      },
    },
  });
  return { lifecycle, seen, asked: confirmed, drained, expire: () => expire?.(), limit: () => limit };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('quitting', () => {
  test('asks, drains, exits', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    expect(lifecycle.phase()).toBe('asking');
    confirmed.resolve(true);
    await turn();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await turn();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('is over when the clerk stays, and can be asked for again', async () => {
    const { lifecycle, seen, asked: confirmed } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.resolve(false);
    await turn();
    expect(lifecycle.phase()).toBe('ready');
    lifecycle.quit();
    expect(seen).toEqual(['ask', 'ask']);
  });

  test('goes on when the question fails', async () => {
    const { lifecycle, seen, asked: confirmed } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.reject(new Error('no dialog'));
    await turn();
    expect(lifecycle.phase()).toBe('draining');
    expect(seen).toEqual(['ask', 'drain']);
  });

  test('a second time is ignored while it is under way', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    lifecycle.quit();
    confirmed.resolve(true);
    await turn();
    lifecycle.quit();
    drained.resolve();
    await turn();
    lifecycle.quit();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('waits ten seconds for work to come to rest, and no longer', async () => {
    const { lifecycle, seen, asked: confirmed, drained, expire, limit } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.resolve(true);
    await turn();
    expect(limit()).toBe(maxDrainMs);
    expect(maxDrainMs).toBe(10_000);
    expire();
    expect(lifecycle.phase()).toBe('exiting');
    drained.resolve();
    await turn();
    expect(seen.filter((step) => step === 'exit')).toHaveLength(1);
  });

  test('exits although the drain fails', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.resolve(true);
    drained.reject(new Error('disk full'));
    await turn();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen.at(-1)).toBe('exit');
  });

  test('before the program is ready exits at once, and ready comes too late', () => {
    const { lifecycle, seen } = program();
    lifecycle.quit();
    lifecycle.ready();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['exit']);
  });
});

describe('installing an update', () => {
  test('is the last step of quitting for it', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit(() => seen.push('install'));
    confirmed.resolve(true);
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit to install', 'install']);
  });

  test('is forgotten by a clerk who stays: the next quit merely quits', async () => {
    const answers = [false, true];
    const { lifecycle, seen, drained } = program(async () => answers.shift() ?? true);
    lifecycle.ready();
    lifecycle.quit(() => seen.push('install'));
    await turn();
    lifecycle.quit();
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'ask', 'drain', 'timer stopped', 'exit']);
  });

  test.each(['asking', 'draining'])('is forgotten when the session ends while %s', async (phase) => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit(() => seen.push('install'));
    if (phase === 'draining') confirmed.resolve(true);
    await turn();
    expect(lifecycle.phase()).toBe(phase);
    lifecycle.endSession();
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('does not join a quit that is under way', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    lifecycle.quit(() => seen.push('install'));
    confirmed.resolve(true);
    drained.resolve();
    await turn();
    expect(seen.at(-1)).toBe('exit');
  });
});

describe('a second start', () => {
  test('shows the window, also while the clerk is asked', () => {
    const { lifecycle, seen } = program();
    lifecycle.show();
    lifecycle.ready();
    lifecycle.show();
    lifecycle.quit();
    lifecycle.show();
    expect(seen).toEqual(['show', 'show', 'ask', 'show']);
  });

  test('while work comes to rest starts Paydesk again, once', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.resolve(true);
    await turn();
    lifecycle.show();
    lifecycle.show();
    drained.resolve();
    await turn();
    lifecycle.show();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'start again', 'exit']);
  });

  test('at the very end starts Paydesk again, once', () => {
    const { lifecycle, seen } = program();
    lifecycle.quit();
    lifecycle.show();
    lifecycle.show();
    expect(seen).toEqual(['exit', 'start again']);
  });

  test('is left to the installer when an update is installed', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit(() => undefined);
    confirmed.resolve(true);
    await turn();
    lifecycle.show();
    drained.resolve();
    await turn();
    lifecycle.show();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit to install']);
  });
});

describe('the end of the session', () => {
  test('drains without asking', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.ready();
    lifecycle.endSession();
    lifecycle.endSession();
    drained.resolve();
    await turn();
    lifecycle.endSession();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit']);
  });

  test('does not wait for an answer, and a late one changes nothing', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    lifecycle.endSession();
    confirmed.resolve(false);
    await turn();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });
});

describe('an error that nobody caught', () => {
  test('brings work to rest without a question, and ends as a failure', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.ready();
    lifecycle.fail();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await turn();
    lifecycle.fail();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit failed']);
  });

  test('ends also a program whose work does not come to rest', () => {
    const { lifecycle, seen, expire } = program();
    lifecycle.ready();
    lifecycle.fail();
    expire();
    expect(seen).toEqual(['drain', 'exit failed']);
  });

  test('before the program is ready ends it at once', () => {
    const { lifecycle, seen } = program();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['exit failed']);
  });

  test('does not wait for the answer of a clerk who is asked, and installs nothing', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit(() => seen.push('install'));
    lifecycle.fail();
    confirmed.resolve(false);
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit failed']);
  });

  test('changes nothing for a program that ends already', async () => {
    const { lifecycle, seen, asked: confirmed, drained } = program();
    lifecycle.ready();
    lifecycle.quit();
    confirmed.resolve(true);
    await turn();
    lifecycle.fail();
    drained.resolve();
    await turn();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('leaves it to the clerk whether Paydesk starts again', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.ready();
    lifecycle.fail();
    lifecycle.show();
    drained.resolve();
    await turn();
    lifecycle.show();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit failed']);
  });
});
