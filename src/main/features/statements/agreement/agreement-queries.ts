/** @file Queries of the viewer about the agreement of rows with their proofs. */
import type { CommandArgs, CommandResult } from '../../../../shared/contract/index.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { PaymentRows } from '../../../../shared/model/statements/payment-row.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { StatementPorts } from '../ports.ts';
import { type Agreements, compareStatement, describeRow } from './agreements.ts';

interface AgreementDeps extends Pick<StatementPorts, 'whenProofsListed'> {
  /** Returns what is open under a handle. Throws `statement-closed`. */
  readonly requireOpen: (handle: number) => {
    readonly profileId: string;
    readonly rows: number;
    /** The currency of the wallet; `null` if it is unknown. */
    readonly currency: string | null;
  };
  readonly readRows: (handle: number, from: number, limit: number) => Promise<PaymentRows>;
  /** Makes the states of all rows those of the viewer. */
  readonly setStates: (handle: number, values: Uint8Array<ArrayBuffer>) => Promise<unknown>;
}

type Handler<Action extends 'agreement' | 'agreementOfRow' | 'missingProofs'> = (
  args: Omit<CommandArgs<'viewer.query', Action>, 'action'>,
) => Promise<CommandResult<'viewer.query', Action>>;

interface AgreementQueries {
  readonly agreement: Handler<'agreement'>;
  readonly agreementOfRow: Handler<'agreementOfRow'>;
  readonly missingProofs: Handler<'missingProofs'>;
}

/** Creates the queries. The last comparison is kept while its statement is open. */
export function createAgreementQueries(deps: AgreementDeps): AgreementQueries {
  const comparisons = new SerialQueue();
  let last: { readonly handle: number; readonly agreements: Agreements } | null = null;
  let revision = 0;

  function requireCompared(handle: number): Agreements {
    deps.requireOpen(handle);
    if (last?.handle !== handle)
      throw new PaydeskError('arguments-invalid', 'The statement was not compared with its proofs');
    return last.agreements;
  }

  async function compare(handle: number): Promise<CommandResult<'viewer.query', 'agreement'>> {
    const { profileId, rows, currency } = deps.requireOpen(handle);
    const findProof = await deps.whenProofsListed(profileId);
    const agreements = await compareStatement({
      rows,
      currency,
      findProof,
      readRows: (from, limit) => deps.readRows(handle, from, limit),
    });
    const isSame = last?.handle === handle && Buffer.from(last.agreements.values).equals(agreements.values);
    if (!isSame) {
      await deps.setStates(handle, agreements.values);
      revision += 1;
    }
    last = { handle, agreements };
    const { counts, hasReferences, withoutReference } = agreements;
    return { counts, hasReferences, withoutReference, revision };
  }

  return {
    agreement: ({ handle }) => comparisons.run(() => compare(handle)),
    async agreementOfRow({ handle, row: number }) {
      const agreements = requireCompared(handle);
      if (agreements.values[number] === 0) return { agreement: null };
      const findProof = await deps.whenProofsListed(deps.requireOpen(handle).profileId);
      const { rows } = await deps.readRows(handle, number, 1);
      const row = rows.find((found) => found.row === number);
      return { agreement: row === undefined ? null : describeRow(row, agreements, findProof) };
    },
    async missingProofs({ handle }) {
      const { missing, missingCount } = requireCompared(handle);
      return { references: [...missing], of: missingCount };
    },
  };
}
