import { describe, expect, test } from 'vitest';
import { createLifecycle, maxDrainMs } from '../../../src/main/lifecycle.ts';

/** A lifecycle whose confirmation, drain and timer the test controls. */
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
    showWindow: () => seen.push('show'),
    relaunch: () => seen.push('start again'),
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
  return { lifecycle, seen, confirmed, drained, expire: () => expire?.(), limit: () => limit };
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('quitting', () => {
  test('asks, drains, exits', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    expect(lifecycle.phase()).toBe('asking');
    confirmed.resolve(true);
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await flushPromises();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('is canceled when the clerk stays, and can be requested again', async () => {
    const { lifecycle, seen, confirmed } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.resolve(false);
    await flushPromises();
    expect(lifecycle.phase()).toBe('ready');
    lifecycle.quit();
    expect(seen).toEqual(['ask', 'ask']);
  });

  test('continues when the confirmation fails', async () => {
    const { lifecycle, seen, confirmed } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.reject(new Error('no dialog'));
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    expect(seen).toEqual(['ask', 'drain']);
  });

  test('ignores a second request while it is under way', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.quit();
    confirmed.resolve(true);
    await flushPromises();
    lifecycle.quit();
    drained.resolve();
    await flushPromises();
    lifecycle.quit();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('waits at most ten seconds for work to finish', async () => {
    const { lifecycle, seen, confirmed, drained, expire, limit } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.resolve(true);
    await flushPromises();
    expect(limit()).toBe(maxDrainMs);
    expect(maxDrainMs).toBe(10_000);
    expire();
    expect(lifecycle.phase()).toBe('exiting');
    drained.resolve();
    await flushPromises();
    expect(seen.filter((step) => step === 'exit')).toHaveLength(1);
  });

  test('exits although the drain fails', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.resolve(true);
    drained.reject(new Error('disk full'));
    await flushPromises();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen.at(-1)).toBe('exit');
  });

  test('exits at once before the program is ready, and ignores a later ready', () => {
    const { lifecycle, seen } = program();
    lifecycle.quit();
    lifecycle.markReady();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['exit']);
  });
});

describe('installing an update', () => {
  test('is the last step of a quit', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit(() => seen.push('install'));
    confirmed.resolve(true);
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit to install', 'install']);
  });

  test('is canceled when the clerk stays, so the next quit does not install', async () => {
    const answers = [false, true];
    const { lifecycle, seen, drained } = program(async () => answers.shift() ?? true);
    lifecycle.markReady();
    lifecycle.quit(() => seen.push('install'));
    await flushPromises();
    lifecycle.quit();
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'ask', 'drain', 'timer stopped', 'exit']);
  });

  test.each(['asking', 'draining'])('is canceled when the session ends while %s', async (phase) => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit(() => seen.push('install'));
    if (phase === 'draining') confirmed.resolve(true);
    await flushPromises();
    expect(lifecycle.phase()).toBe(phase);
    lifecycle.endSession();
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('is not added to a quit that is under way', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.quit(() => seen.push('install'));
    confirmed.resolve(true);
    drained.resolve();
    await flushPromises();
    expect(seen.at(-1)).toBe('exit');
  });
});

describe('a second start', () => {
  test('shows the window, also while the confirmation is open', () => {
    const { lifecycle, seen } = program();
    lifecycle.showWindow();
    lifecycle.markReady();
    lifecycle.showWindow();
    lifecycle.quit();
    lifecycle.showWindow();
    expect(seen).toEqual(['show', 'show', 'ask', 'show']);
  });

  test('while Paydesk drains starts it again, once', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.resolve(true);
    await flushPromises();
    lifecycle.showWindow();
    lifecycle.showWindow();
    drained.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'start again', 'exit']);
  });

  test('while Paydesk exits starts it again, once', () => {
    const { lifecycle, seen } = program();
    lifecycle.quit();
    lifecycle.showWindow();
    lifecycle.showWindow();
    expect(seen).toEqual(['exit', 'start again']);
  });

  test('is ignored while an update is installed: the installer starts Paydesk', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit(() => undefined);
    confirmed.resolve(true);
    await flushPromises();
    lifecycle.showWindow();
    drained.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit to install']);
  });
});

describe('the end of the session', () => {
  test('drains without asking', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.markReady();
    lifecycle.endSession();
    lifecycle.endSession();
    drained.resolve();
    await flushPromises();
    lifecycle.endSession();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit']);
  });

  test('does not wait for the confirmation, and a late answer changes nothing', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.endSession();
    confirmed.resolve(false);
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });
});

describe('an uncaught error', () => {
  test('drains without asking and exits as failed', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.markReady();
    lifecycle.fail();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('draining');
    drained.resolve();
    await flushPromises();
    lifecycle.fail();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit failed']);
  });

  test('exits as failed also when the drain does not finish', () => {
    const { lifecycle, seen, expire } = program();
    lifecycle.markReady();
    lifecycle.fail();
    expire();
    expect(seen).toEqual(['drain', 'exit failed']);
  });

  test('exits at once before the program is ready', () => {
    const { lifecycle, seen } = program();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('exiting');
    expect(seen).toEqual(['exit failed']);
  });

  test('does not wait for the confirmation, and installs nothing', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit(() => seen.push('install'));
    lifecycle.fail();
    confirmed.resolve(false);
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit failed']);
  });

  test('changes nothing while the program exits already', async () => {
    const { lifecycle, seen, confirmed, drained } = program();
    lifecycle.markReady();
    lifecycle.quit();
    confirmed.resolve(true);
    await flushPromises();
    lifecycle.fail();
    drained.resolve();
    await flushPromises();
    expect(seen).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('does not start Paydesk again for a second start', async () => {
    const { lifecycle, seen, drained } = program();
    lifecycle.markReady();
    lifecycle.fail();
    lifecycle.showWindow();
    drained.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(seen).toEqual(['drain', 'timer stopped', 'exit failed']);
  });
});
