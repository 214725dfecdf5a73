import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatMonth, t } from '../../../../shared/messages/index.ts';
import { Select } from '../../../components/fields/Select.tsx';
import { TextField } from '../../../components/fields/TextField.tsx';
import styles from '../coverage/Coverage.module.css';
import { type Preset, periodsOf, type RequestDraft } from './request-form.ts';

const presets: readonly Preset[] = ['last-month', 'last-quarter', 'this-year', 'last-year', 'year', 'custom'];

const offeredYears = 8;

interface PeriodFieldsProps {
  readonly draft: RequestDraft;
  readonly onDraft: (draft: RequestDraft) => void;
  /** Calendar date. */
  readonly today: string;
}

/** Describes the periods of a preset; `undefined` when the form shows them otherwise. */
function presetHint(draft: RequestDraft, today: string): string | undefined {
  if (draft.preset === 'custom' || draft.preset === 'picked') return undefined;
  const periods = periodsOf(draft, today);
  const [first] = periods;
  const last = periods.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (periods.length === 1) return formatPeriod(first.since, first.till);
  return t('statementRequests.requests', {
    first: formatMonth(first.since),
    last: formatMonth(last.since),
    count: periods.length,
  });
}

/** Period field: a preset with its resulting dates, or custom dates. */
export function PeriodFields({ draft, onDraft, today }: PeriodFieldsProps) {
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: offeredYears }, (_, index) => String(thisYear - index));
  return (
    <>
      <Select
        label={t('statementRequests.period')}
        options={(draft.picked.length > 0 ? [...presets, 'picked' as const] : presets).map((id) => ({
          id,
          label: t(`statementRequests.preset.${id}`),
        }))}
        value={draft.preset}
        onChange={(preset) => onDraft({ ...draft, preset })}
        hint={presetHint(draft, today)}
      />
      {draft.preset === 'year' && (
        <Select
          label={t('statementRequests.year')}
          options={years.map((id) => ({ id, label: id }))}
          value={String(draft.year)}
          onChange={(year) => onDraft({ ...draft, year: Number(year) })}
        />
      )}
      {draft.preset === 'custom' && (
        <div className={styles.requestDates}>
          <TextField
            label={t('statementRequests.startDate')}
            face="id"
            value={draft.since}
            placeholder={t('statementRequests.dateFormat')}
            onChange={(since) => onDraft({ ...draft, since })}
          />
          <TextField
            label={t('statementRequests.endDate')}
            face="id"
            value={draft.till}
            placeholder={t('statementRequests.dateFormat')}
            onChange={(till) => onDraft({ ...draft, till })}
          />
        </div>
      )}
    </>
  );
}
