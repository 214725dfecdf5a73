import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { componentWords } from '../../../shared/words/components.ts';
import { outcomeWords } from '../../../shared/words/outcomes.ts';
import { LinkButton } from '../../components/Button.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FileName } from '../../components/FileName.tsx';
import { State } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';
import { usePart } from '../../components/use-part.ts';

const words = outcomeWords.facts;
const firstShown = 10;
const step = 100;

function Documents({ documents }: Pick<UnknownOutcome, 'documents'>) {
  const newFirst = [...documents.filter(({ isNew }) => isNew), ...documents.filter(({ isNew }) => !isNew)];
  const part = usePart(newFirst, firstShown, step);
  return (
    <ul className="outcome-documents" aria-label={words.documents}>
      {part.shown.map(({ name, key, isNew }) => (
        <li key={key}>
          <FileName name={name} />
          <State icon={isNew ? 'plus' : 'check'} tone={isNew ? 'run' : 'plain'}>
            {isNew ? words.new : words.known}
          </State>
          <span className="raw selectable">{key}</span>
        </li>
      ))}
      {part.rest > 0 && (
        <li>
          <LinkButton onPress={part.showMore}>{componentWords.showMore(part.next, part.rest)}</LinkButton>
        </li>
      )}
    </ul>
  );
}

/** Everything that is known of an operation whose answer was lost: what to look for in the portal. */
export function OutcomeFacts({ outcome }: { readonly outcome: UnknownOutcome }) {
  return (
    <>
      {outcome.documents.length > 0 && <Documents documents={outcome.documents} />}
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
