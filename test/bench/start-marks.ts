/** @file Functions that run in main or in the page. They are sent as source text, so they must not use other names. */

/** Moments of a process as milliseconds since 1970, by the name of their mark. */
export type Moments = Readonly<Record<string, number>>;

/** Reads the marks of main, and `bootstrap`: the moment at which Node could run the program. */
export function readMainMoments(): Moments {
  const { performance: node } = process.getBuiltinModule('node:perf_hooks');
  const { timeOrigin, nodeTiming } = node;
  const marks = node
    .getEntriesByType('mark')
    .map(({ name, startTime }) => [name, timeOrigin + startTime] as const);
  return { bootstrap: timeOrigin + nodeTiming.bootstrapComplete, ...Object.fromEntries(marks) };
}

/** What the page measured until its mark `usable`. */
interface PageMoments {
  readonly moments: Moments;
  /** Paths of the files that the page began to load before the mark. */
  readonly loaded: readonly string[];
}

/** Waits for the mark `usable` and for the first paint, and reads the moments of the page. */
export async function readPageMoments(usable: string): Promise<PageMoments> {
  const entries = () => [...performance.getEntriesByType('mark'), ...performance.getEntriesByType('paint')];
  const has = (wanted: string) => entries().some(({ name }) => name === wanted);
  while (!has(usable) || !has('first-contentful-paint'))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  const usableAt = performance.getEntriesByName(usable)[0]?.startTime ?? 0;
  const { timeOrigin } = performance;
  return {
    moments: Object.fromEntries(entries().map(({ name, startTime }) => [name, timeOrigin + startTime])),
    loaded: performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < usableAt)
      .map(({ name }) => new URL(name).pathname),
  };
}

/**
 * Signs in, as the form does, and waits until the list of documents shows rows. Returns the milliseconds until
 * the rows are in the document and a frame was painted.
 */
export async function signInAndList(args: unknown): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const calledAt = performance.now();
  await window.paydesk.call('session.signIn', args);
  const minRows = 10;
  const maxWaitMs = 30_000;
  while (document.querySelectorAll('[data-part="grid-scroll"] [role="row"]').length < minRows) {
    if (performance.now() - calledAt > maxWaitMs)
      throw new Error(`There is no list: ${document.title}: ${document.body.innerText.slice(0, 500)}`);
    await frame();
  }
  await frame();
  return performance.now() - calledAt;
}
