/** @file Loads chunks while the window has nothing else to do. */

/** The longest time that a chunk waits for an idle moment, in milliseconds. */
const maxIdleWaitMs = 2_000;

/**
 * Runs loads one after the other, each in an idle moment, so that none delays a frame or an input. A failed load is not
 * reported here: it is repeated when its component is shown, and shown as that component's error.
 */
export async function loadAtIdle(loads: readonly (() => Promise<void>)[]): Promise<void> {
  for (const load of loads) {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: maxIdleWaitMs }));
    await load().catch(() => undefined);
  }
}
