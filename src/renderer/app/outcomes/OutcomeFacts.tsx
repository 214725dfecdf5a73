import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { outcomeWords } from '../../../shared/words/outcomes.ts';
import { Facts } from '../../components/Facts.tsx';
import { Time } from '../../components/Time.tsx';
import { OutcomeDocuments } from './OutcomeDocuments.tsx';

const words = outcomeWords.facts;

/** Everything that is known of an operation whose answer was lost: what to look for in the portal. */
export function OutcomeFacts({ outcome }: { readonly outcome: UnknownOutcome }) {
  return (
    <>
      {outcome.documents.length > 0 && <OutcomeDocuments documents={outcome.documents} />}
      <Facts
        facts={[
          { term: words.cause, value: words.causeOf(outcome.cause) },
          { term: words.sent, value: <Time value={outcome.sentAt} form="moment" /> },
          ...(outcome.batchNumber === null
            ? []
            : [{ term: words.batch, value: outcome.batchNumber, face: 'num' } as const]),
          outcome.requestId === null
            ? { term: words.requestId, value: words.noRequestId }
            : { term: words.requestId, value: outcome.requestId, face: 'raw' },
        ]}
      />
    </>
  );
}
