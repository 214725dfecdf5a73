/** @file Runs work one piece at a time, in the order of the calls. */

/** A queue in which failed work does not affect the work behind it. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when all earlier work has settled, and settles with it. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all work so far has settled. Never rejects. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }
}
