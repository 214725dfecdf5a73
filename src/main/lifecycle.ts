/**
 * @file The life of the program: starting, ready, asking, draining, exiting. It only ever goes forward, but for the
 * clerk who is asked and stays. Quitting asks first, then lets work come to rest within a bound, then ends.
 */
import type { Clock } from './platform.ts';

/** The longest time that work gets to come to rest, in milliseconds. */
export const maxDrainMs = 10_000;

/** Where the program stands. */
export type Phase = 'starting' | 'ready' | 'asking' | 'draining' | 'exiting';

/** What the lifecycle decides about, but does not do itself. */
export interface LifecycleDeps {
  /** Asks the clerk when work is in flight; `false` means that the clerk stays. */
  confirmQuit(): Promise<boolean>;
  /** Brings work to rest so that the next start goes on with it. */
  drain(): Promise<void>;
  /** Brings the window to the front. */
  show(): void;
  /** Has the program started again once it has ended. Called once at most. */
  startAgain(): void;
  /** Ends the program, by installing an update when there is one to install. Called once, or {@link exitFailed} is. */
  exit(install: (() => void) | null): void;
  /** Says that an error ended the program, and ends it; the clerk decides whether it starts again. */
  exitFailed(): void;
  readonly clock: Pick<Clock, 'after'>;
}

/** The only way to end the program. */
export interface Lifecycle {
  phase(): Phase;
  /** The program has started. */
  ready(): void;
  /** The clerk wants to see Paydesk. One that is ending already is started again. */
  show(): void;
  /** The clerk wants to quit, perhaps to install an update. Ignored while that is under way already. */
  quit(install?: () => void): void;
  /** The session of the operating system ends: there is no time to ask, nor to install. */
  endSession(): void;
  /** An uncaught error: the state of the program is unknown, so it ends without a question. */
  fail(): void;
}

/** Creates the lifecycle of a program that is starting. */
export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  let phase: Phase = 'starting';
  /** What this quit is for. It goes with the question: whoever stays has not decided for the next one. */
  let install: (() => void) | null = null;
  let again = false;
  let hasFailed = false;

  function startAgain(): void {
    // Whoever installs starts it again afterwards, and after an error the clerk is asked.
    if (again && install === null && !hasFailed) deps.startAgain();
  }

  function exit(): void {
    if (phase === 'exiting') return;
    phase = 'exiting';
    startAgain();
    if (hasFailed) deps.exitFailed();
    else deps.exit(install);
  }

  async function drain(): Promise<void> {
    if (phase === 'draining' || phase === 'exiting') return;
    phase = 'draining';
    const cancel = deps.clock.after(maxDrainMs, exit);
    // A program that cannot come to rest must still end; the next start repairs what it finds.
    await deps.drain().catch(() => undefined);
    cancel();
    exit();
  }

  async function confirmQuit(): Promise<void> {
    phase = 'asking';
    // A question that cannot be asked must not keep the clerk in.
    const leaves = await deps.confirmQuit().catch(() => true);
    if (phase !== 'asking') return;
    if (leaves) await drain();
    else {
      install = null;
      phase = 'ready';
    }
  }

  return {
    phase: () => phase,
    ready() {
      if (phase === 'starting') phase = 'ready';
    },
    show() {
      if (phase !== 'draining' && phase !== 'exiting') return deps.show();
      if (again) return;
      again = true;
      if (phase === 'exiting') startAgain();
    },
    quit(next) {
      if (phase === 'starting') exit();
      else if (phase === 'ready') {
        install = next ?? null;
        void confirmQuit();
      }
    },
    endSession() {
      install = null;
      again = false;
      if (phase === 'starting') exit();
      else void drain();
    },
    fail() {
      // One that ends already goes on with that.
      if (phase === 'draining' || phase === 'exiting') return;
      install = null;
      hasFailed = true;
      if (phase === 'starting') exit();
      else void drain();
    },
  };
}
