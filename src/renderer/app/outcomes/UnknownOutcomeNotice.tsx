import { useId, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { Button } from '../../components/actions/Button.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { Message } from '../../components/messages/Message.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { OutcomeDocuments } from './OutcomeDocuments.tsx';
import { countNewDocuments, type Decision, decisionLabel } from './settle.ts';

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
function OutcomeFacts({ outcome }: { readonly outcome: UnknownOutcome }) {
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

interface UnknownOutcomeNoticeProps {
  readonly outcome: UnknownOutcome;
  /** Called with the pressed decision; confirm it with {@link SettleDialog}. */
  readonly onDecide: (outcome: UnknownOutcome, decision: Decision) => void;
}

/** One operation whose response was lost, with its known facts and the two decisions. */
export function UnknownOutcomeNotice({ outcome, onDecide }: UnknownOutcomeNoticeProps) {
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const { label } = outcome.beneficiary;
  const title = t(`outcomes.kind.${outcome.creates ? 'creation' : 'attach'}`);
  const documents = countNewDocuments(outcome);
  const documentCount = outcome.documents.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons about one thing, not a part of a form
    <div role="group" aria-label={`${title} ${label}`}>
      <Notice
        tone="warning"
        icon="help"
        title={
          <>
            {title} <bdi>{label}</bdi>
          </>
        }
        actionsAt="end"
        actions={
          <>
            <Button
              variant="quiet"
              size="small"
              expands={{ id: detailsId, open }}
              onPress={() => setOpen(!open)}
            >
              {open
                ? t('outcomes.hide', { documents: documentCount })
                : t('outcomes.see', { documents: documentCount })}
            </Button>
            <Button size="small" onPress={() => onDecide(outcome, 'is-there')}>
              {decisionLabel(outcome, 'is-there')}
            </Button>
            <Button size="small" onPress={() => onDecide(outcome, 'send-again')}>
              {decisionLabel(outcome, 'send-again')}
            </Button>
          </>
        }
        {...(open
          ? {
              details: (
                <div className="grid gap-3" id={detailsId}>
                  <OutcomeFacts outcome={outcome} />
                </div>
              ),
            }
          : {})}
      >
        <Message
          id="outcomes.notice"
          values={{ documents, time: <Time value={outcome.sentAt} form="sentence" /> }}
        />
      </Notice>
    </div>
  );
}
