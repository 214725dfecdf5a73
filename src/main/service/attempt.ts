/** @file Runs work whose failure is looked at before it is passed on. */

/** What came of it. */
type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly thrown: unknown };

/** Never rejects: a failure is part of the outcome. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, result: await work() };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}
