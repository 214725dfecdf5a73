import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { OutcomeDocuments } from './OutcomeDocuments.tsx';

const causes = [
  'connection-lost',
  'early-answer',
  'timed-out',
  'answer-too-large',
  'interrupted',
  'cancelled',
] as const;

/** Why no response is known. `code` is the cause that an unknown outcome carries: an error's code or `status 502`. */
function lostResponseCause(code: string): string {
  const status = /^status (\d{3})$/.exec(code)?.[1];
  if (status?.startsWith('2') === true) return t('outcomes.causes.web-page', { status });
  if (status !== undefined) return t('outcomes.causes.status', { status });
  return t(`outcomes.causes.${causes.find((cause) => cause === code) ?? 'none'}`);
}

/** The known facts of an operation whose response was lost: what to look for in the portal. */
export function OutcomeFacts({ outcome }: { readonly outcome: UnknownOutcome }) {
  return (
    <>
      {outcome.documents.length > 0 && <OutcomeDocuments documents={outcome.documents} />}
      <Facts
        facts={[
          { term: t('outcomes.facts.cause'), value: lostResponseCause(outcome.cause) },
          { term: t('outcomes.facts.sent'), value: <Time value={outcome.sentAt} form="moment" /> },
          ...(outcome.batchNumber === null
            ? []
            : [{ term: t('outcomes.facts.batch'), value: outcome.batchNumber, face: 'num' } as const]),
          outcome.requestId === null
            ? { term: t('outcomes.facts.requestId'), value: t('outcomes.facts.noRequestId') }
            : { term: t('outcomes.facts.requestId'), value: outcome.requestId, face: 'raw' },
        ]}
      />
    </>
  );
}
