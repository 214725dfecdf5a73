import { t } from '../../../../shared/messages/index.ts';
import {
  dateUnitSchema,
  type GroupKey,
  type GroupQuery,
  shareFigureSchema,
} from '../../../../shared/model/statements/statement-groups.ts';
import { LabelledSelect, type Option, Select } from '../../../components/fields/Select.tsx';
import { summedColumns } from '../grid/state/summed-columns.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Groups.module.css';
import { idOfKey, type KeyOption, keyOptions } from './grouping.ts';

const noKey = 'none';

interface UnitChoiceProps {
  readonly label: string;
  readonly groupKey: GroupKey | undefined;
  readonly onChange: (key: GroupKey) => void;
}

/** The length of the periods, for a key of dates. */
function UnitChoice({ label, groupKey, onChange }: UnitChoiceProps) {
  if (groupKey?.kind !== 'date') return null;
  return (
    <div className={styles.short}>
      <Select
        label={label}
        labelHidden
        size="small"
        value={groupKey.unit}
        options={dateUnitSchema.options.map((id) => ({ id, label: t(`statementGroups.unit.${id}`) }))}
        onChange={(unit) => onChange({ ...groupKey, unit })}
      />
    </div>
  );
}

const toOption = ({ id, label }: KeyOption): Option<string> => ({ id, label });

/** Chooses by what the rows are grouped, which amounts are summed, and of what the shares are. */
export function GroupBar() {
  const { opened, groups: query, set } = useViewer();
  const [first, second] = query.keys;
  const amounts = summedColumns(opened.columns);
  const options = keyOptions(opened.columns, query.amount !== null);
  const change = (values: Partial<GroupQuery>) => set({ groupQuery: { ...query, ...values } });
  const setKeys = (keys: readonly (GroupKey | undefined)[]) => {
    const chosenKeys = keys.flatMap((key) => (key === undefined ? [] : [key]));
    const { by } = query.sort;
    const isSortLost = by === 'second-key' && chosenKeys.length < 2;
    change({ keys: chosenKeys, ...(isSortLost ? { sort: { by: 'key', descending: false } } : {}) });
  };
  const keyOf = (id: string) => options.find((option) => option.id === id)?.key;
  const firstId = first === undefined ? noKey : idOfKey(first);
  const secondOptions = options.filter(({ id }) => id !== firstId);
  return (
    <div className={styles.bar}>
      <LabelledSelect
        className={styles.choice}
        label={t('statementGroups.by')}
        options={options.map(toOption)}
        value={firstId}
        onChange={(id) =>
          setKeys([keyOf(id), second !== undefined && idOfKey(second) === id ? undefined : second])
        }
      />
      <UnitChoice
        label={t('statementGroups.byUnit')}
        groupKey={first}
        onChange={(key) => setKeys([key, second])}
      />
      <LabelledSelect
        className={styles.choice}
        label={t('statementGroups.then')}
        options={[{ id: noKey, label: t('statementGroups.then.none') }, ...secondOptions.map(toOption)]}
        value={second === undefined ? noKey : idOfKey(second)}
        onChange={(id) => setKeys([first, keyOf(id)])}
      />
      <UnitChoice
        label={t('statementGroups.thenUnit')}
        groupKey={second}
        onChange={(key) => setKeys([first, key])}
      />
      {amounts.length > 1 && (
        <LabelledSelect
          className={styles.choice}
          label={t('statementGroups.amount')}
          options={amounts.map(({ index, name }) => ({ id: String(index), label: name }))}
          value={String(query.amount)}
          onChange={(id) => change({ amount: Number(id) })}
        />
      )}
      {query.amount !== null && (
        <div className={styles.choice}>
          <span aria-hidden="true">{t('statementGroups.shareOf')}</span>
          <div className={styles.short}>
            <Select
              label={t('statementGroups.shareOf')}
              labelHidden
              size="small"
              value={query.share}
              options={shareFigureSchema.options.map((id) => ({
                id,
                label: t(`statementViewer.sums.${id}`),
              }))}
              onChange={(share) => change({ share })}
            />
          </div>
        </div>
      )}
    </div>
  );
}
