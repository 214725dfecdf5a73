import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { DisclosureTrigger } from '../../../components/actions/DisclosureTrigger.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { TableScroll } from '../../../components/layout/TableScroll.tsx';
import { showMoreLabel, useShowMore } from '../../../components/layout/use-show-more.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Chart.module.css';
import type { FigureTable } from './figure-rows.ts';

const firstRows = 100;
const moreRows = 400;

/** The figures of a chart as a table, which a button shows. */
export function FiguresTable({ table }: { readonly table: FigureTable }) {
  const { head, texts, rows } = table;
  const { chart: choice, set } = useViewer();
  const { shown, nextCount, hiddenCount, showMore } = useShowMore(rows, firstRows, moreRows);
  const cellClass = (index: number) => (index < texts ? undefined : classNames(styles.figure, 'num'));
  return (
    <Disclosure
      className={classNames(styles.figures)}
      isExpanded={choice.showsFigures}
      onExpandedChange={(showsFigures) => set({ chart: { ...choice, showsFigures } })}
    >
      <DisclosureTrigger level={3}>{t('statementChart.figures')}</DisclosureTrigger>
      <DisclosurePanel>
        <TableScroll label={t('statementChart.figures')}>
          <table className="w-full" aria-label={t('statementChart.figures')}>
            <thead>
              <tr>
                {head.map((name, index) => (
                  <th key={name} scope="col" className={cellClass(index)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, cells, note }) => (
                <tr key={id}>
                  {note !== null && (
                    <td className="dim" colSpan={head.length}>
                      {note}
                    </td>
                  )}
                  {cells.map((text, index) =>
                    index < texts ? (
                      <th key={head[index]} scope="row">
                        {text}
                      </th>
                    ) : (
                      <td key={head[index]} className={cellClass(index)}>
                        {text}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
        {nextCount > 0 && (
          <Button size="small" variant="quiet" onPress={showMore}>
            {showMoreLabel(nextCount, hiddenCount)}
          </Button>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}
