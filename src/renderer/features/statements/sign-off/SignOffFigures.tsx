import { formatList, formatNumber, formatPlainList, t } from '../../../../shared/messages/index.ts';
import { groupedAmount } from '../../../../shared/model/proofs/amount.ts';
import { maxExplanationLength, type SignOffFacts } from '../../../../shared/model/statements/sign-off.ts';
import { TextArea } from '../../../components/fields/TextField.tsx';
import { Facts, type FactsProps } from '../../../components/layout/Facts.tsx';

type OpenCheck = SignOffFacts['openChecks'][number];

function formatAmount(value: string, currency: string): string {
  return `${groupedAmount(value).replace('-', '\u2212')} ${currency}`.trim();
}

/** Returns opening, closing, in and out. */
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
    { term: t('signOff.unticked'), value: formatNumber(rows - ticked), face: 'num' },
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

/** Names a check that did not pass, with its statement when there are several. */
export function nameCheck(label: string | null, { title }: OpenCheck): string {
  return label === null ? title : t('signOff.dialog.checkOf', { statement: label, check: title });
}

interface SignOffFiguresProps {
  /** Wallet and month; `null` for the only statement. */
  readonly label: string | null;
  readonly facts: SignOffFacts;
  readonly textOf: (check: OpenCheck) => string;
  readonly onText: (check: OpenCheck, text: string) => void;
  /** The check whose field has the focus at first. */
  readonly focused: OpenCheck | null;
}

/** The figures of one statement, and a field for each check that did not pass. */
export function SignOffFigures({ label, facts, textOf, onText, focused }: SignOffFiguresProps) {
  return (
    <section className="grid gap-4" aria-label={label ?? t('signOff.title')}>
      {label !== null && <h3>{label}</h3>}
      <Facts facts={listFacts(facts)} />
      {facts.openChecks.map((check) => (
        <TextArea
          key={check.id}
          label={t('signOff.dialog.explanation', { check: nameCheck(label, check) })}
          hint={check.detail}
          value={textOf(check)}
          onChange={(text) => onText(check, text)}
          rows={2}
          maxLength={maxExplanationLength}
          required
          startsFocused={check === focused}
        />
      ))}
    </section>
  );
}
