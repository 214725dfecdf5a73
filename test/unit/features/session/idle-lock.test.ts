import { expect, test } from 'vitest';
import { watchIdle } from '../../../../src/main/features/session/idle-lock.ts';

function startWatch(minutes: number | null) {
  const state = { idle: 0, busy: false, session: true, locks: 0, minutesPassed: 0 };
  let tick: (() => void) | null = null;
  let lockScreen: () => void = () => undefined;
  let sessionChanged: () => void = () => undefined;
  const stop = watchIdle({
    minutes,
    power: {
      idleSeconds: () => state.idle,
      onLock: (listener) => {
        lockScreen = listener;
      },
    },
    clock: {
      monotonic: () => state.minutesPassed * 60_000,
      after(_milliseconds, action) {
        tick = action;
        return () => {
          tick = null;
        };
      },
    },
    hasSession: () => state.session,
    onSessionChange: (listener) => {
      sessionChanged = listener;
    },
    isBusy: () => state.busy,
    lock: () => {
      state.session = false;
      state.locks += 1;
    },
  });
  const actions = {
    check: () => tick?.(),
    lockScreen: () => lockScreen(),
    announce: () => sessionChanged(),
  };
  return { state, actions, stop, isWatching: () => tick !== null };
}

/** Values of the state, actions, and the number of locks until then. */
const histories = `
ends once, after the time that the administrator has set: idle=599 check 0 idle=600 check check 1
ends again after activity: idle=600 check idle=1 session=true check idle=600 check 2
that has ended is not affected by a screen lock: session=false lockScreen session=true check 0
after a screen lock without a session ends when idle: session=false lockScreen session=true idle=600 check 1
that was signed out before a delayed lock does not end the next session: busy=true lockScreen session=false \
announce session=true announce busy=false check 0
ends when idle, even after an earlier lock: idle=600 check lockScreen idle=0 session=true check 1 idle=600 check 2
continues while transfers run, and ends when they are finished: idle=600 busy=true check 0 busy=false check 1
ends at once when the screen is locked: lockScreen 1 check 1
ends as soon as transfers are finished when the screen is locked: busy=true lockScreen 0 busy=false check 1
ends after an hour at the latest, however long its transfers run: busy=true idle=600 check minutesPassed=59 \
check 0 minutesPassed=60 check 1
gets another whole hour for its transfers after activity: busy=true idle=600 check minutesPassed=50 idle=0 \
check minutesPassed=70 idle=600 check minutesPassed=129 check 0
`;

test.each([...histories.matchAll(/^(.+): (.+)$/gm)].map(([, ...history]) => history))(
  'an idle session %s',
  (_title, steps = '') => {
    const { state, actions } = startWatch(10);
    const acts = new Map(Object.entries(actions));
    for (const step of steps.split(' ')) {
      const [name = '', value] = step.split('=');
      if (value !== undefined) Object.assign(state, { [name]: JSON.parse(value) });
      else if (acts.has(step)) acts.get(step)?.();
      else expect(String(state.locks)).toBe(step);
    }
  },
);

test('an idle session never ends without a time limit, and not after the watch has stopped', () => {
  expect(startWatch(null).isWatching()).toBe(false);
  const { stop, isWatching } = startWatch(10);
  stop();
  expect(isWatching()).toBe(false);
});
