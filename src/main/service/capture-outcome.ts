/** @file Captures the result or the error of asynchronous work as a value. */

type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly thrown: unknown };

/** Runs `work` and returns its result or its error. Never rejects. */
export async function captureOutcome<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}
