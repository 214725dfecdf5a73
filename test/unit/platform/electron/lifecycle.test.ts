import { describe, expect, test } from 'vitest';
import { createLifecycle, maxDrainMs } from '../../../../src/main/app/lifecycle.ts';

/** Creates a lifecycle whose confirmations, drain and timer the test controls. */
function createTestLifecycle() {
  const steps: string[] = [];
  let confirmation = Promise.withResolvers<boolean>();
  const drainEnd = Promise.withResolvers<void>();
  let expire: () => void = () => undefined;
  const limits: number[] = [];
  const lifecycle = createLifecycle({
    confirmQuit() {
      steps.push('ask');
      confirmation = Promise.withResolvers();
      return confirmation.promise;
    },
    drain() {
      steps.push('drain');
      return drainEnd.promise;
    },
    showWindow: () => steps.push('show'),
    relaunch: () => steps.push('reopen'),
    exitFailed: () => steps.push('exit failed'),
    exit(install) {
      steps.push(install === null ? 'exit' : 'exit to install');
      install?.();
    },
    clock: {
      after(milliseconds, action) {
        limits.push(milliseconds);
        expire = action;
        return () => steps.push('timer off');
      },
    },
  });
  const events = {
    ready: () => lifecycle.markReady(),
    quit: () => lifecycle.quit(),
    'quit to install': () => lifecycle.quit(() => steps.push('install')),
    confirm: () => confirmation.resolve(true),
    decline: () => confirmation.resolve(false),
    'cannot ask': () => confirmation.reject(new Error('no dialog')),
    drained: () => drainEnd.resolve(),
    'cannot drain': () => drainEnd.reject(new Error('disk full')),
    'time is over': () => expire(),
    'session ends': () => lifecycle.endSession(),
    'uncaught error': () => lifecycle.fail(),
    'second start': () => lifecycle.showWindow(),
  };
  return { lifecycle, steps, limits, events };
}

/**
 * Titles; below each the events, with phases that are reached between them, and after `=>` the steps that the lifecycle
 * takes.
 */
const quitting = `
asks the clerk, drains and exits when the clerk confirms
ready, quit, is confirming, confirm, is draining, drained, is exiting => ask, drain, timer off, exit
is canceled when the clerk does not confirm, and can be requested again
ready, quit, decline, is ready, quit, is confirming => ask, ask
continues when the confirmation fails
ready, quit, cannot ask, is draining => ask, drain
ignores further requests to quit while Paydesk is quitting
ready, quit, quit, confirm, quit, drained, quit => ask, drain, timer off, exit
waits for work until its time is over, and exits once
ready, quit, confirm, time is over, is exiting, drained => ask, drain, exit, timer off
exits although the drain fails
ready, quit, confirm, cannot drain, is exiting => ask, drain, timer off, exit
exits at once when it is requested before Paydesk is ready, also when Paydesk gets ready later
quit, ready, is exiting => exit`;

const installing = `
is the last step of a quit
ready, quit to install, confirm, drained => ask, drain, timer off, exit to install, install
is canceled when the clerk does not confirm, and the next quit does not install
ready, quit to install, decline, quit, confirm, drained => ask, ask, drain, timer off, exit
is canceled when the session of the system ends while the clerk is asked
ready, quit to install, is confirming, session ends, drained => ask, drain, timer off, exit
is canceled when the session of the system ends during the drain
ready, quit to install, confirm, is draining, session ends, drained => ask, drain, timer off, exit
is not added to a quit that is under way
ready, quit, quit to install, confirm, drained => ask, drain, timer off, exit`;

const secondStart = `
shows the window, also while the confirmation is open
second start, ready, second start, quit, second start => show, show, ask, show
opens Paydesk again once when it comes while Paydesk drains
ready, quit, confirm, second start, second start, drained, second start => ask, drain, timer off, reopen, exit
opens Paydesk again once when it comes while Paydesk exits
quit, second start, second start => exit, reopen
is ignored while an update is installed, because the installer starts Paydesk
ready, quit to install, confirm, second start, drained => ask, drain, timer off, exit to install, install
is ignored after an update is installed
ready, quit to install, confirm, drained, second start => ask, drain, timer off, exit to install, install`;

const sessionEnd = `
drains without asking the clerk
ready, session ends, session ends, drained, session ends => drain, timer off, exit
does not wait for the confirmation, and a late answer of the clerk changes nothing
ready, quit, session ends, decline, is draining, drained => ask, drain, timer off, exit`;

const uncaughtError = `
drains without asking the clerk and exits with failure
ready, uncaught error, uncaught error, is draining, drained, uncaught error => drain, timer off, exit failed
exits with failure also when the drain does not finish
ready, uncaught error, time is over => drain, exit failed
exits at once when it occurs before Paydesk is ready
uncaught error, is exiting => exit failed
does not wait for the confirmation of an update, and installs nothing
ready, quit to install, uncaught error, decline, drained => ask, drain, timer off, exit failed
changes nothing when the clerk has confirmed to quit already
ready, quit, confirm, uncaught error, drained => ask, drain, timer off, exit
does not open Paydesk again for a second start
ready, uncaught error, second start, drained, second start => drain, timer off, exit failed`;

describe.each([
  ['quitting', quitting],
  ['installing an update', installing],
  ['a second start', secondStart],
  ['the end of the system session', sessionEnd],
  ['an uncaught error', uncaughtError],
])('%s', (_subject, rows) => {
  test.each([...rows.matchAll(/\n(.+)\n(.+) => (.+)/g)].map(([, ...row]) => row))(
    '%s',
    async (_title, script = '', expectedSteps = '') => {
      const { lifecycle, steps, limits, events } = createTestLifecycle();
      const actions = new Map<string, () => unknown>(Object.entries(events));
      for (const word of script.split(', ')) {
        const act = actions.get(word);
        if (act === undefined) expect(`is ${lifecycle.phase()}`).toBe(word);
        else act();
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      expect(steps.join(', ')).toBe(expectedSteps);
      expect(limits.every((limitMs) => limitMs === maxDrainMs)).toBe(true);
    },
  );
});

test('draining takes at most ten seconds', () => {
  expect(maxDrainMs).toBe(10_000);
});
