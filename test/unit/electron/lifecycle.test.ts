import { describe, expect, test } from 'vitest';
import { createLifecycle, type Lifecycle, maxDrainMs } from '../../../src/main/lifecycle.ts';

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
    relaunch: () => steps.push('start again'),
    exitFailed: () => steps.push('exit failed'),
    exit(install) {
      steps.push(install === null ? 'exit' : 'exit to install');
      install?.();
    },
    clock: {
      after(milliseconds, action) {
        limits.push(milliseconds);
        expire = action;
        return () => steps.push('timer stopped');
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

type LifecycleEvent = keyof ReturnType<typeof createTestLifecycle>['events'];
type Phase = ReturnType<Lifecycle['phase']>;

/** A title; events, and phases that are reached between them; the steps that the lifecycle takes. */
type Row = readonly [string, readonly (LifecycleEvent | `is ${Phase}`)[], readonly string[]];

const exited = ['drain', 'timer stopped', 'exit'];
const failed = ['drain', 'timer stopped', 'exit failed'];

const quitting: readonly Row[] = [
  [
    'asks the clerk, drains and exits when the clerk confirms',
    ['ready', 'quit', 'is asking', 'confirm', 'is draining', 'drained', 'is exiting'],
    ['ask', ...exited],
  ],
  [
    'is canceled when the clerk does not confirm, and can be requested again',
    ['ready', 'quit', 'decline', 'is ready', 'quit', 'is asking'],
    ['ask', 'ask'],
  ],
  ['continues when the confirmation fails', ['ready', 'quit', 'cannot ask', 'is draining'], ['ask', 'drain']],
  [
    'ignores further requests to quit while Paydesk is quitting',
    ['ready', 'quit', 'quit', 'confirm', 'quit', 'drained', 'quit'],
    ['ask', ...exited],
  ],
  [
    'waits for work until its time is over, and exits once',
    ['ready', 'quit', 'confirm', 'time is over', 'is exiting', 'drained'],
    ['ask', 'drain', 'exit', 'timer stopped'],
  ],
  [
    'exits although the drain fails',
    ['ready', 'quit', 'confirm', 'cannot drain', 'is exiting'],
    ['ask', ...exited],
  ],
  [
    'exits at once when it is requested before Paydesk is ready, also when Paydesk gets ready later',
    ['quit', 'ready', 'is exiting'],
    ['exit'],
  ],
];

const installing: readonly Row[] = [
  [
    'is the last step of a quit',
    ['ready', 'quit to install', 'confirm', 'drained'],
    ['ask', 'drain', 'timer stopped', 'exit to install', 'install'],
  ],
  [
    'is canceled when the clerk does not confirm, and the next quit does not install',
    ['ready', 'quit to install', 'decline', 'quit', 'confirm', 'drained'],
    ['ask', 'ask', ...exited],
  ],
  [
    'is canceled when the session of the system ends while the clerk is asked',
    ['ready', 'quit to install', 'is asking', 'session ends', 'drained'],
    ['ask', ...exited],
  ],
  [
    'is canceled when the session of the system ends during the drain',
    ['ready', 'quit to install', 'confirm', 'is draining', 'session ends', 'drained'],
    ['ask', ...exited],
  ],
  [
    'is not added to a quit that is under way',
    ['ready', 'quit', 'quit to install', 'confirm', 'drained'],
    ['ask', ...exited],
  ],
];

const secondStart: readonly Row[] = [
  [
    'shows the window, also while the confirmation is open',
    ['second start', 'ready', 'second start', 'quit', 'second start'],
    ['show', 'show', 'ask', 'show'],
  ],
  [
    'opens Paydesk again once when it comes while Paydesk drains',
    ['ready', 'quit', 'confirm', 'second start', 'second start', 'drained', 'second start'],
    ['ask', 'drain', 'timer stopped', 'start again', 'exit'],
  ],
  [
    'opens Paydesk again once when it comes while Paydesk exits',
    ['quit', 'second start', 'second start'],
    ['exit', 'start again'],
  ],
  [
    'is ignored while an update is installed, because the installer starts Paydesk',
    ['ready', 'quit to install', 'confirm', 'second start', 'drained', 'second start'],
    ['ask', 'drain', 'timer stopped', 'exit to install', 'install'],
  ],
];

const sessionEnd: readonly Row[] = [
  [
    'drains without asking the clerk',
    ['ready', 'session ends', 'session ends', 'drained', 'session ends'],
    exited,
  ],
  [
    'does not wait for the confirmation, and a late answer of the clerk changes nothing',
    ['ready', 'quit', 'session ends', 'decline', 'is draining', 'drained'],
    ['ask', ...exited],
  ],
];

const uncaughtError: readonly Row[] = [
  [
    'drains without asking the clerk and exits with failure',
    ['ready', 'uncaught error', 'uncaught error', 'is draining', 'drained', 'uncaught error'],
    failed,
  ],
  [
    'exits with failure also when the drain does not finish',
    ['ready', 'uncaught error', 'time is over'],
    ['drain', 'exit failed'],
  ],
  ['exits at once when it occurs before Paydesk is ready', ['uncaught error', 'is exiting'], ['exit failed']],
  [
    'does not wait for the confirmation of an update, and installs nothing',
    ['ready', 'quit to install', 'uncaught error', 'decline', 'drained'],
    ['ask', ...failed],
  ],
  [
    'changes nothing when the clerk has confirmed to quit already',
    ['ready', 'quit', 'confirm', 'uncaught error', 'drained'],
    ['ask', ...exited],
  ],
  [
    'does not open Paydesk again for a second start',
    ['ready', 'uncaught error', 'second start', 'drained', 'second start'],
    failed,
  ],
];

describe.each([
  ['quitting', quitting],
  ['installing an update', installing],
  ['a second start', secondStart],
  ['the end of the system session', sessionEnd],
  ['an uncaught error', uncaughtError],
])('%s', (_subject, rows) => {
  test.each(rows)('%s', async (_title, script, expectedSteps) => {
    const { lifecycle, steps, limits, events } = createTestLifecycle();
    const actions = new Map<string, () => unknown>(Object.entries(events));
    for (const word of script) {
      const act = actions.get(word);
      if (act === undefined) expect(`is ${lifecycle.phase()}`).toBe(word);
      else act();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(steps).toEqual(expectedSteps);
    expect(limits.every((limitMs) => limitMs === maxDrainMs)).toBe(true);
  });
});

test('draining takes at most ten seconds', () => {
  expect(maxDrainMs).toBe(10_000);
});
