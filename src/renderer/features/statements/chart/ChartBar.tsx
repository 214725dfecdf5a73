import { t } from '../../../../shared/messages/index.ts';
import {
  type Chart,
  type ChartKind,
  chartKindSchema,
  type PictureFormat,
  pictureFormatSchema,
} from '../../../../shared/model/statements/statement-chart.ts';
import { dateUnitSchema } from '../../../../shared/model/statements/statement-groups.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';
import { LabelledSelect } from '../../../components/fields/Select.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { summedColumns } from '../grid/state/summed-columns.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Chart.module.css';
import { type ChartChoice, kindOf, partyOptions } from './chart-choice.ts';
import { currenciesOf, currencyName, seriesName } from './chart-names.ts';

/** None for a single option. */
function ChartSelect<Id extends string>(props: Omit<Parameters<typeof LabelledSelect<Id>>[0], 'className'>) {
  return props.options.length < 2 ? null : <LabelledSelect {...props} className={styles.choice} />;
}

interface ChartBarProps {
  readonly chart: Chart | null;
  readonly currency: string;
  /** `null` while there is nothing to save. */
  readonly onSave: ((format: PictureFormat) => void) | null;
  readonly onPrint: () => void;
}

const automatic = 'automatic';

/** Options for amounts: which column, and for counterparties by which one. */
function AmountChoices({ kind, change }: { readonly kind: ChartKind; readonly change: Change }) {
  const { opened, chart: choice } = useViewer();
  const amounts = summedColumns(opened.columns);
  const parties = partyOptions(opened.columns);
  return (
    <>
      {kind === 'parties' && (
        <ChartSelect
          label={t('statementGroups.by')}
          options={parties.map(({ column, label }) => ({ id: String(column), label }))}
          value={String(choice.party ?? parties[0]?.column ?? '')}
          onChange={(id) => change({ party: Number(id) })}
        />
      )}
      {kind === 'flows' && (
        <ChartSelect
          label={t('statementChart.unit')}
          options={[
            { id: automatic, label: t('statementChart.unit.automatic') },
            ...dateUnitSchema.options.map((id) => ({ id, label: t(`statementGroups.unit.${id}`) })),
          ]}
          value={choice.unit ?? automatic}
          onChange={(id) => change({ unit: id === automatic ? null : dateUnitSchema.parse(id) })}
        />
      )}
      <ChartSelect
        label={t('statementGroups.amount')}
        options={amounts.map(({ index, name }) => ({ id: String(index), label: name }))}
        value={String(choice.amount ?? amounts[0]?.index ?? '')}
        onChange={(id) => change({ amount: Number(id) })}
      />
    </>
  );
}

type Change = (values: Partial<ChartChoice>) => void;

export function ChartBar({ chart, currency, onSave, onPrint }: ChartBarProps) {
  const { opened, chart: choice, set } = useViewer();
  const kind = kindOf(choice, opened.columns);
  const change: Change = (values) => set({ chart: { ...choice, ...values } });
  const series = chart?.kind === 'balance' ? chart.series.filter((own) => own.currency === currency) : [];
  return (
    <Toolbar>
      <ChartSelect
        label={t('statementChart.mode')}
        options={chartKindSchema.options.map((id) => ({ id, label: t(`statementChart.kind.${id}`) }))}
        value={kind}
        onChange={(next) => change({ kind: next })}
      />
      {kind !== 'balance' && <AmountChoices kind={kind} change={change} />}
      <ChartSelect
        label={t('statementGroups.column.currency')}
        options={(chart === null ? [] : currenciesOf(chart)).map((id) => ({
          id: `currency ${id}`,
          label: currencyName(id),
        }))}
        value={`currency ${currency}`}
        onChange={(id) => change({ currency: id.slice('currency '.length), series: 0 })}
      />
      <ChartSelect
        label={t('statementChart.series')}
        options={series.map((own, index) => ({ id: String(index), label: seriesName(own) }))}
        value={String(Math.min(choice.series, series.length - 1))}
        onChange={(id) => change({ series: Number(id) })}
      />
      <Spread />
      <Menu
        label={t('statementChart.save')}
        placement="bottom end"
        trigger={
          <Button size="small" icon="save" disabled={onSave === null}>
            {t('statementChart.save')}
          </Button>
        }
        entries={[
          ...pictureFormatSchema.options.map((format) => ({
            id: format,
            label: t(`statementChart.save.${format}`),
            onAction: () => onSave?.(format),
          })),
          { id: 'print', label: t('statementExport.print'), separated: true, onAction: onPrint },
        ]}
      />
    </Toolbar>
  );
}
