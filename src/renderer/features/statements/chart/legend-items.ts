/** @file What the colours and marks of a chart over time mean. */
import { t } from '../../../../shared/messages/index.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { TimeFigures } from './figures.ts';

interface LegendItem {
  readonly text: string;
  readonly mark: 'line' | 'box' | 'diamond';
  readonly color: keyof ChartTheme;
}

export function legendOf({ lines, bars, ranges, problems, gaps }: TimeFigures): LegendItem[] {
  const chosen = lines.find(({ isChosen }) => isChosen);
  const item = (isShown: boolean, mark: LegendItem['mark'], color: keyof ChartTheme, text: string) =>
    isShown ? [{ mark, color, text }] : [];
  return [
    ...item(bars.length > 0, 'box', 'main', t('statementGroups.sign.in')),
    ...item(bars.length > 0, 'box', 'opposite', t('statementGroups.sign.out')),
    ...item(chosen !== undefined, 'line', 'main', chosen?.name ?? ''),
    ...item(lines.length > 1, 'line', 'quiet', t('statementChart.legend.others')),
    ...item(ranges.length > 0, 'box', 'range', t('statementChart.legend.range')),
    ...item(problems.length > 0, 'diamond', 'problem', t('statementChart.legend.problem')),
    ...item(gaps.length > 0, 'box', 'gap', t('statementChart.legend.gap')),
  ];
}
