import { describe, expect, test } from 'vitest';
import { createLifecycle, maxDrainMs } from '../../../src/main/lifecycle.ts';

/** Creates a lifecycle whose confirmation, drain and timer the test controls. */
function createTestLifecycle(answerConfirmation?: () => Promise<boolean>) {
  const steps: string[] = [];
  const confirmation = Promise.withResolvers<boolean>();
  const drainEnd = Promise.withResolvers<void>();
  let expire: (() => void) | null = null;
  let drainLimitMs = 0;
  const lifecycle = createLifecycle({
    confirmQuit() {
      steps.push('ask');
      return answerConfirmation?.() ?? confirmation.promise;
    },
    drain() {
      steps.push('drain');
      return drainEnd.promise;
    },
    showWindow: () => steps.push('show'),
    relaunch: () => steps.push('start again'),
    exitFailed: () => steps.push('exit failed'),
    exit(install) {
      steps.push(install === null ? 'exit' : 'exit to install');
      install?.();
    },
    clock: {
      after(milliseconds, action) {
        drainLimitMs = milliseconds;
        expire = action;
        return () => {
          steps.push('timer stopped');
        };
      },
    },
  });
  return {
    lifecycle,
    steps,
    confirmation,
    drainEnd,
    expire: () => expire?.(),
    drainLimitMs: () => drainLimitMs,
  };
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('quitting', () => {
  test('asks the clerk, drains and exits when the clerk confirms', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    expect(lifecycle.phase()).toBe('asking');
    confirmation.resolve(true);
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    drainEnd.resolve();
    await flushPromises();
    expect(lifecycle.phase()).toBe('exiting');
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('is canceled when the clerk does not confirm, and can be requested again', async () => {
    const { lifecycle, steps, confirmation } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.resolve(false);
    await flushPromises();
    expect(lifecycle.phase()).toBe('ready');
    lifecycle.quit();
    expect(steps).toEqual(['ask', 'ask']);
  });

  test('continues when the confirmation fails', async () => {
    const { lifecycle, steps, confirmation } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.reject(new Error('no dialog'));
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    expect(steps).toEqual(['ask', 'drain']);
  });

  test('ignores further requests to quit while Paydesk is quitting', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.quit();
    confirmation.resolve(true);
    await flushPromises();
    lifecycle.quit();
    drainEnd.resolve();
    await flushPromises();
    lifecycle.quit();
    await flushPromises();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('waits at most ten seconds for work to finish', async () => {
    const { lifecycle, steps, confirmation, drainEnd, expire, drainLimitMs } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.resolve(true);
    await flushPromises();
    expect(drainLimitMs()).toBe(maxDrainMs);
    expect(maxDrainMs).toBe(10_000);
    expire();
    expect(lifecycle.phase()).toBe('exiting');
    drainEnd.resolve();
    await flushPromises();
    expect(steps.filter((step) => step === 'exit')).toHaveLength(1);
  });

  test('exits although the drain fails', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.resolve(true);
    drainEnd.reject(new Error('disk full'));
    await flushPromises();
    expect(lifecycle.phase()).toBe('exiting');
    expect(steps.at(-1)).toBe('exit');
  });

  test('exits at once when it is requested before Paydesk is ready, also when Paydesk gets ready later', () => {
    const { lifecycle, steps } = createTestLifecycle();
    lifecycle.quit();
    lifecycle.markReady();
    expect(lifecycle.phase()).toBe('exiting');
    expect(steps).toEqual(['exit']);
  });
});

describe('installing an update', () => {
  test('is the last step of a quit', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit(() => steps.push('install'));
    confirmation.resolve(true);
    drainEnd.resolve();
    await flushPromises();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit to install', 'install']);
  });

  test('is canceled when the clerk does not confirm, and the next quit does not install', async () => {
    const answers = [false, true];
    const { lifecycle, steps, drainEnd } = createTestLifecycle(async () => answers.shift() ?? true);
    lifecycle.markReady();
    lifecycle.quit(() => steps.push('install'));
    await flushPromises();
    lifecycle.quit();
    drainEnd.resolve();
    await flushPromises();
    expect(steps).toEqual(['ask', 'ask', 'drain', 'timer stopped', 'exit']);
  });

  test.each(['asking', 'draining'])(
    'is canceled when the session of the system ends in the phase %s',
    async (phase) => {
      const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
      lifecycle.markReady();
      lifecycle.quit(() => steps.push('install'));
      if (phase === 'draining') confirmation.resolve(true);
      await flushPromises();
      expect(lifecycle.phase()).toBe(phase);
      lifecycle.endSession();
      drainEnd.resolve();
      await flushPromises();
      expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
    },
  );

  test('is not added to a quit that is under way', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.quit(() => steps.push('install'));
    confirmation.resolve(true);
    drainEnd.resolve();
    await flushPromises();
    expect(steps.at(-1)).toBe('exit');
  });
});

describe('a second start', () => {
  test('shows the window, also while the confirmation is open', () => {
    const { lifecycle, steps } = createTestLifecycle();
    lifecycle.showWindow();
    lifecycle.markReady();
    lifecycle.showWindow();
    lifecycle.quit();
    lifecycle.showWindow();
    expect(steps).toEqual(['show', 'show', 'ask', 'show']);
  });

  test('opens Paydesk again once when it comes while Paydesk drains', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.resolve(true);
    await flushPromises();
    lifecycle.showWindow();
    lifecycle.showWindow();
    drainEnd.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'start again', 'exit']);
  });

  test('opens Paydesk again once when it comes while Paydesk exits', () => {
    const { lifecycle, steps } = createTestLifecycle();
    lifecycle.quit();
    lifecycle.showWindow();
    lifecycle.showWindow();
    expect(steps).toEqual(['exit', 'start again']);
  });

  test('is ignored while an update is installed, because the installer starts Paydesk', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit(() => undefined);
    confirmation.resolve(true);
    await flushPromises();
    lifecycle.showWindow();
    drainEnd.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit to install']);
  });
});

describe('the end of the system session', () => {
  test('drains without asking the clerk', async () => {
    const { lifecycle, steps, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.endSession();
    lifecycle.endSession();
    drainEnd.resolve();
    await flushPromises();
    lifecycle.endSession();
    expect(steps).toEqual(['drain', 'timer stopped', 'exit']);
  });

  test('does not wait for the confirmation, and a late answer of the clerk changes nothing', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    lifecycle.endSession();
    confirmation.resolve(false);
    await flushPromises();
    expect(lifecycle.phase()).toBe('draining');
    drainEnd.resolve();
    await flushPromises();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });
});

describe('an uncaught error', () => {
  test('drains without asking the clerk and exits with failure', async () => {
    const { lifecycle, steps, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.fail();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('draining');
    drainEnd.resolve();
    await flushPromises();
    lifecycle.fail();
    expect(steps).toEqual(['drain', 'timer stopped', 'exit failed']);
  });

  test('exits with failure also when the drain does not finish', () => {
    const { lifecycle, steps, expire } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.fail();
    expire();
    expect(steps).toEqual(['drain', 'exit failed']);
  });

  test('exits at once when it occurs before Paydesk is ready', () => {
    const { lifecycle, steps } = createTestLifecycle();
    lifecycle.fail();
    expect(lifecycle.phase()).toBe('exiting');
    expect(steps).toEqual(['exit failed']);
  });

  test('does not wait for the confirmation of an update, and installs nothing', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit(() => steps.push('install'));
    lifecycle.fail();
    confirmation.resolve(false);
    drainEnd.resolve();
    await flushPromises();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit failed']);
  });

  test('changes nothing when the clerk has confirmed to quit already', async () => {
    const { lifecycle, steps, confirmation, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.quit();
    confirmation.resolve(true);
    await flushPromises();
    lifecycle.fail();
    drainEnd.resolve();
    await flushPromises();
    expect(steps).toEqual(['ask', 'drain', 'timer stopped', 'exit']);
  });

  test('does not open Paydesk again for a second start', async () => {
    const { lifecycle, steps, drainEnd } = createTestLifecycle();
    lifecycle.markReady();
    lifecycle.fail();
    lifecycle.showWindow();
    drainEnd.resolve();
    await flushPromises();
    lifecycle.showWindow();
    expect(steps).toEqual(['drain', 'timer stopped', 'exit failed']);
  });
});
