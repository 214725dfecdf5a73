/** @file Looks for the payments of proofs in the stored statements of the profile. */
import type { StatementPayment } from '../../../shared/model/statements/statement-payment.ts';
import type { Ports } from '../ports.ts';
import type { ProofIndex } from './proof-index.ts';

interface StatementPaymentSearchDeps extends Pick<Ports, 'onUnexpected'> {
  readonly index: () => ProofIndex;
  readonly find: (references: readonly string[]) => Promise<ReadonlyMap<string, StatementPayment>>;
  /** Called when the index has got payments. */
  readonly onFound: () => void;
  readonly isStopped: () => boolean;
}

/**
 * Returns a function that starts a search. A call during a search lets it run once more afterwards, because its
 * references or statements are outdated by then.
 */
export function createStatementPaymentSearch(deps: StatementPaymentSearchDeps): () => void {
  const { index, find, onFound, isStopped, onUnexpected } = deps;
  let state: 'idle' | 'running' | 'running-outdated' = 'idle';

  async function search(): Promise<void> {
    const references = index().listReferencesWithoutPayment();
    if (references.length === 0) return;
    const payments = await find(references);
    if (!isStopped() && index().setStatementPayments(payments)) onFound();
  }

  return function start(): void {
    if (state !== 'idle') {
      state = 'running-outdated';
      return;
    }
    state = 'running';
    void search()
      .catch((thrown: unknown) => {
        if (!isStopped()) onUnexpected(thrown);
      })
      .finally(() => {
        const isOutdated = state === 'running-outdated';
        state = 'idle';
        if (isOutdated && !isStopped()) start();
      });
  };
}
