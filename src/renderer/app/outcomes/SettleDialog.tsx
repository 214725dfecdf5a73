import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { call } from '../../bridge.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { RadioCards } from '../../components/fields/Radio.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { Message } from '../../components/messages/Message.tsx';
import { useProfile } from '../profiles/use-profile.ts';
import { recipientIdProblem } from '../recipient-id.ts';
import { toast } from '../toasts/toasts.ts';
import { OutcomeDocuments } from './OutcomeDocuments.tsx';
import {
  countNewDocuments,
  createSettleArguments,
  type Decision,
  decisionLabel,
  describeSettleButton,
  explainDecision,
} from './settle.ts';

const decisions = ['is-there', 'send-again'] as const satisfies readonly Decision[];

interface SettleDialogProps {
  readonly outcome: UnknownOutcome;
  /** The decision chosen on the notice; it can be changed in the dialog. */
  readonly decision: Decision;
  /** False while the dialog closes. It stays mounted until another outcome is opened. */
  readonly open: boolean;
  readonly onClose: () => void;
}

function Subject({ outcome }: { readonly outcome: UnknownOutcome }) {
  const { label, recipientId } = outcome.beneficiary;
  return (
    <Message
      id="outcomes.dialog.lead"
      values={{
        beneficiary: (
          <>
            <bdi>{label}</bdi>
            {recipientId !== null && (
              <>
                {' '}
                <span className="id selectable">{recipientId}</span>
              </>
            )}
          </>
        ),
        time: <Time value={outcome.sentAt} form="sentence" />,
      }}
    />
  );
}

/**
 * Asks for the outcome of an operation and sends the decision to main. Closes on success and shows the error of
 * main otherwise.
 */
export function SettleDialog({ outcome, decision: initialDecision, open, onClose }: SettleDialogProps) {
  const environment = useProfile()?.environment ?? 'sandbox';
  const [decision, setDecision] = useState<Decision>(initialDecision);
  const [recipientId, setRecipientId] = useState('');
  const documents = countNewDocuments(outcome);
  const request = createSettleArguments(outcome, decision, recipientId);
  const action = describeSettleButton(outcome, decision, environment);

  const settle = async () => {
    if (request === null) return;
    await call('beneficiaries.settle', request);
    toast({
      sentence: t(`outcomes.settled.${decision === 'is-there' ? 'attached' : 'again'}`, { documents }),
    });
    onClose();
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        outcome.creates
          ? t('outcomes.dialog.title.created')
          : t('outcomes.dialog.title.documents', { documents })
      }
      lead={<Subject outcome={outcome} />}
      size="small"
      cancelLabel={t('outcomes.dialog.later')}
      submitLabel={action.label}
      submitVariant={action.variant}
      disabledReason={request === null ? t('outcomes.dialog.recipientIdMissing') : null}
      onSubmit={settle}
    >
      {(busy) => (
        <>
          {outcome.documents.length > 0 && <OutcomeDocuments documents={outcome.documents} />}
          <RadioCards
            label={t('outcomes.dialog.choice')}
            labelHidden
            value={decision}
            onChange={setDecision}
            disabled={busy}
            choices={decisions.map((id) => ({
              id,
              label: decisionLabel(outcome, id),
              detail: explainDecision(outcome, id),
            }))}
          />
          {outcome.creates && decision === 'is-there' && (
            <TextField
              label={t('outcomes.dialog.recipientId')}
              face="id"
              value={recipientId}
              onChange={setRecipientId}
              hint={t('outcomes.dialog.recipientIdHint')}
              error={recipientIdProblem(recipientId)}
              disabled={busy}
              startsFocused
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
