import { t } from '../../../shared/messages/index.ts';
import { Chips } from '../../components/fields/Chips.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { Toolbar } from '../../components/layout/Page.tsx';
import styles from './Activity.module.css';
import { type DateFilter, datePresets, dayProblem } from './dates.ts';
import { createKindOptions, createOutcomeChips, type EntryFilter } from './filter.ts';

const maxSearchLength = 200;

interface FiltersProps {
  readonly filter: EntryFilter;
  readonly onChange: (filter: EntryFilter) => void;
}

interface DaysProps {
  readonly dates: DateFilter;
  readonly onChange: (dates: DateFilter) => void;
}

/** The two days of a custom range, both included. */
function Days({ dates, onChange }: DaysProps) {
  return (
    <Toolbar roomy>
      <div className={styles.days}>
        {(['since', 'till'] as const).map((end) => (
          <TextField
            key={end}
            label={t(`activity.dates.${end}`)}
            face="id"
            placeholder={t('activity.dates.format')}
            value={dates[end]}
            onChange={(day) => onChange({ ...dates, [end]: day })}
            error={dayProblem(dates[end])}
          />
        ))}
      </div>
    </Toolbar>
  );
}

export function Filters({ filter, onChange }: FiltersProps) {
  const { dates } = filter;
  return (
    <>
      <Toolbar roomy>
        <SearchField
          label={t('activity.filter.search')}
          placeholder={t('activity.filter.hint')}
          value={filter.text}
          onChange={(text) => onChange({ ...filter, text: text.slice(0, maxSearchLength) })}
          width={200}
        />
        <div className={styles.kind}>
          <Select
            label={t('activity.field.kind')}
            labelHidden
            size="small"
            options={createKindOptions()}
            value={filter.kind ?? 'any'}
            onChange={(kind) => onChange({ ...filter, kind: kind === 'any' ? null : kind })}
          />
        </div>
        <div className={styles.dates}>
          <Select
            label={t('activity.dates.label')}
            labelHidden
            size="small"
            options={datePresets.map((id) => ({ id, label: t(`activity.dates.${id}`) }))}
            value={dates.preset}
            onChange={(preset) => onChange({ ...filter, dates: { ...dates, preset } })}
          />
        </div>
        <Chips
          label={t('activity.field.outcome')}
          chips={createOutcomeChips()}
          value={filter.outcome ?? 'any'}
          onChange={(outcome) => onChange({ ...filter, outcome: outcome === 'any' ? null : outcome })}
        />
      </Toolbar>
      {dates.preset === 'custom' && (
        <Days dates={dates} onChange={(changed) => onChange({ ...filter, dates: changed })} />
      )}
    </>
  );
}
