/** @file Checks every stored CSV statement once, in the background, so that a failed check is known before anyone opens the file. */
import { PaydeskError } from '../../../shared/errors.ts';
import * as procedures from './database/stored-checks.ts';
import type { StatementPorts } from './ports.ts';
import type { Measurement } from './sign-off/measure-statement.ts';
import { findStoredStatement } from './stored-statement.ts';

export function createStoredChecks({
  store,
  check,
  onChecked,
  onUnexpected,
}: Pick<StatementPorts, 'store' | 'onUnexpected'> & {
  readonly check: Measurement['check'];
  readonly onChecked: () => void;
}): StatementPorts['storedChecks'] & { stop(): Promise<void> } {
  /** Files that could not be read; they are tried again when Paydesk starts. */
  const skipped = new Set<number>();
  let running: Promise<void> | null = null;
  let isRequested = false;
  let isStopped = false;
  /** Counts changes of how wallets are read: what a check found by an earlier reading is not recorded. */
  let readings = 0;

  async function checkNext(): Promise<boolean> {
    const reading = readings;
    const next = await store.run(procedures.nextUnchecked, { skip: [...skipped] });
    if (next === null) return false;
    try {
      const statement = await findStoredStatement(store, next.profileId, next.id);
      const points = await check(statement);
      const failed = points.flatMap(({ id, result }) => (result === 'failed' ? [id] : []));
      if (reading === readings)
        await store.run(procedures.recordChecks, { id: next.id, item: statement.item, failed });
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError)) throw thrown;
      // An unreadable statement is not found again until the clerk retries.
      if (thrown.code !== 'statement-unreadable') skipped.add(next.id);
    }
    onChecked();
    return true;
  }

  async function checkAll(): Promise<void> {
    while (isRequested && !isStopped) {
      isRequested = false;
      while (!isStopped && (await checkNext()));
    }
  }

  function start(): void {
    isRequested = true;
    running ??= checkAll()
      .catch((thrown: unknown) => {
        if (!isStopped) onUnexpected(thrown);
      })
      .finally(() => {
        running = null;
      });
  }

  return {
    start,
    async repeat(profileId, walletId) {
      readings += 1;
      await store.run(procedures.forgetChecks, { profileId, walletId });
      start();
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
