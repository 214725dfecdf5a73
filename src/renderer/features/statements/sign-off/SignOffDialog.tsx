import { useState } from 'react';
import { formatList, formatNumber, formatPlainList, t } from '../../../../shared/messages/index.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import { maxExplanationLength, type SignOffFacts } from '../../../../shared/model/sign-off.ts';
import { toast } from '../../../app/toasts.ts';
import { call } from '../../../bridge.ts';
import { Facts, type FactsProps } from '../../../components/Facts.tsx';
import { FormDialog } from '../../../components/FormDialog.tsx';
import { ErrorNotice } from '../../../components/Notice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { TextArea } from '../../../components/TextField.tsx';
import { useQuery } from '../../../components/use-query.ts';
import { useReview } from '../review-context.ts';
import styles from './SignOff.module.css';

type CheckId = SignOffFacts['openChecks'][number]['id'];

function formatAmount(value: string, currency: string): string {
  return `${groupedAmount(value).replace('-', '\u2212')} ${currency}`.trim();
}

/** Returns opening, closing, in and out; only what the statement states. */
function listAmounts({ balance, sums }: SignOffFacts): FactsProps['facts'] {
  const list = (side: 'incoming' | 'outgoing') =>
    formatPlainList(sums.map((sum) => formatAmount(sum[side], sum.currency)));
  const noBalance = t('signOff.dialog.noBalance');
  const balanceOf = (side: 'opening' | 'closing') =>
    balance === null ? noBalance : formatAmount(balance[side], balance.currency);
  return [
    { term: t('signOff.opening'), value: balanceOf('opening'), face: 'num' },
    { term: t('signOff.closing'), value: balanceOf('closing'), face: 'num' },
    ...(sums.length === 0
      ? []
      : ([
          { term: t('signOff.incoming'), value: list('incoming'), face: 'num' },
          { term: t('signOff.outgoing'), value: list('outgoing'), face: 'num' },
        ] as const)),
  ];
}

function listFacts(facts: SignOffFacts): FactsProps['facts'] {
  const { rows, ticked, notes, passed, openChecks, unchecked } = facts;
  return [
    ...listAmounts(facts),
    { term: t('signOff.rows'), value: formatNumber(rows), face: 'num' },
    { term: t('signOff.ticked'), value: formatNumber(ticked), face: 'num' },
    { term: t('signOff.openItems'), value: formatNumber(rows - ticked), face: 'num' },
    { term: t('signOff.notes'), value: formatNumber(notes), face: 'num' },
    {
      term: t('signOff.checks'),
      value: t('signOff.dialog.passed', { passed, count: passed + openChecks.length }),
    },
    ...(unchecked.length === 0
      ? []
      : [{ term: t('signOff.unchecked'), value: formatList(unchecked) } as const]),
  ];
}

interface SignOffDialogProps {
  readonly statementId: number;
  readonly onClose: () => void;
}

/** Signs the open statement off, after showing its figures and asking about each check that did not pass. */
export function SignOffDialog({ statementId, onClose }: SignOffDialogProps) {
  const { set } = useReview();
  const [texts, setTexts] = useState<ReadonlyMap<CheckId, string>>(new Map());
  const { value, error } = useQuery({
    queryKey: String(statementId),
    load: () => call('review.annotations', { action: 'signOffFacts', statementId }),
  });
  const openChecks = value?.facts.openChecks ?? [];
  const textOf = (id: CheckId) => texts.get(id) ?? '';
  const missing = openChecks.find(({ id }) => textOf(id).trim() === '');
  const signOff = async () => {
    const explanations = openChecks.map(({ id }) => ({ id, text: textOf(id).trim() }));
    const { signOffs } = await call('review.annotations', { action: 'signOff', statementId, explanations });
    set({ signOffs });
    toast({ sentence: t('signOff.done') });
    onClose();
  };
  const disabledReason =
    value === null
      ? t('signOff.dialog.reading')
      : missing === undefined
        ? null
        : t('signOff.dialog.missing', { check: missing.title });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('signOff.dialog.title')}
      lead={t('signOff.dialog.lead')}
      cancelLabel={t('signOff.cancel')}
      submitLabel={t('signOff.dialog.submit')}
      disabledReason={disabledReason}
      onSubmit={signOff}
    >
      {error !== null && <ErrorNotice error={error} />}
      {value === null && error === null && <Skeleton rows={6} pieces={2} />}
      {value !== null && <Facts facts={listFacts(value.facts)} />}
      {openChecks.length > 0 && (
        <div className={styles.explanations}>
          {openChecks.map(({ id, title, detail }, index) => (
            <TextArea
              key={id}
              label={t('signOff.dialog.explanation', { check: title })}
              hint={detail}
              value={textOf(id)}
              onChange={(text) => setTexts(new Map([...texts, [id, text]]))}
              rows={2}
              maxLength={maxExplanationLength}
              required
              startsFocused={index === 0}
            />
          ))}
        </div>
      )}
    </FormDialog>
  );
}
