/** @file The shapes of a chart over time, between its axes. */
import { t } from '../../../../shared/messages/index.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { TimeFigures } from './figures.ts';
import type { Shape } from './shapes.ts';

/** The area between the axes, and the positions of days and amounts in it. */
export interface PlotArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly xOf: (day: number) => number;
  readonly yOf: (amount: number) => number;
}

const maxBarWidth = 72;
/** Share of a period that its bar fills. */
const barShare = 0.7;
const problemSize = 6;
const markerSize = 5;
const discCorners = 24;
const minRangeWidth = 2;
const gapTextSize = 11;
const gapTextTop = 20;
/** Average width of a letter, with some space around the text. */
const gapLetterWidth = 8;

/** Returns what is behind the lines: days without a statement, and the lowest to highest balances. */
export function backShapes({ gaps, ranges }: TimeFigures, area: PlotArea, theme: ChartTheme): Shape[] {
  const { xOf, yOf, top, bottom } = area;
  return [
    ...gaps.flatMap(({ from, till }): Shape[] => {
      const [x, width] = [xOf(from), xOf(till + 1) - xOf(from)];
      const text = t('statementChart.legend.gap');
      const place = { x: x + width / 2, y: top + gapTextTop, size: gapTextSize } as const;
      return [
        { kind: 'rect', x, y: top, width, height: bottom - top, fill: theme.gap },
        ...(width < text.length * gapLetterWidth
          ? []
          : [
              { kind: 'text', ...place, text, isStrong: false, fill: theme.label, anchor: 'middle' } as const,
            ]),
      ];
    }),
    ...ranges.map(
      ({ from, till, least, largest }): Shape => ({
        kind: 'rect',
        x: xOf(from),
        y: yOf(largest),
        width: Math.max(minRangeWidth, xOf(till + 1) - xOf(from)),
        height: yOf(least) - yOf(largest),
        fill: theme.range,
      }),
    ),
  ];
}

/** Returns the bars of periods: incoming amounts above the line of zero, outgoing ones below. */
export function barShapes({ bars }: TimeFigures, { xOf, yOf }: PlotArea, theme: ChartTheme): Shape[] {
  return bars.flatMap(({ from, till, incoming, outgoing }): Shape[] => {
    const slot = xOf(till + 1) - xOf(from);
    const width = Math.max(1, Math.min(maxBarWidth, slot * barShare));
    const x = xOf(from) + (slot - width) / 2;
    const barOf = (upper: number, lower: number, fill: string): Shape => ({
      kind: 'rect',
      x,
      y: yOf(upper),
      width,
      // A small amount is visible too.
      height: Math.max(1, yOf(lower) - yOf(upper)),
      fill,
    });
    return [
      ...(incoming === 0 ? [] : [barOf(incoming, 0, theme.main)]),
      ...(outgoing === 0 ? [] : [barOf(0, outgoing, theme.opposite)]),
    ];
  });
}

/** Returns the marks where the balance does not add up. */
export function problemShapes({ problems }: TimeFigures, { xOf, yOf }: PlotArea, theme: ChartTheme): Shape[] {
  return problems.flatMap(({ day, amount }): Shape[] =>
    [
      { size: problemSize + 2, fill: theme.ground },
      { size: problemSize, fill: theme.problem },
    ].map(({ size, fill }): Shape => {
      const [x, y] = [xOf(day), yOf(amount)];
      return {
        kind: 'polygon',
        points: [
          [x, y - size],
          [x + size, y],
          [x, y + size],
          [x - size, y],
        ],
        fill,
      };
    }),
  );
}

/** Returns the line of zero, if it is on the scale. */
export function zeroShapes({ left, right, top, bottom, yOf }: PlotArea, theme: ChartTheme): Shape[] {
  const y = yOf(0);
  if (y < top || y > bottom) return [];
  return [
    {
      kind: 'line',
      points: [
        [left, y],
        [right, y],
      ],
      stroke: theme.axis,
      width: 1,
    },
  ];
}

export function markerShapes(
  { from, till, amount, isOnLine }: { from: number; till: number; amount: number; isOnLine: boolean },
  { xOf, yOf, top, bottom }: PlotArea,
  theme: ChartTheme,
): Shape[] {
  const x = isOnLine ? xOf(from) : (xOf(from) + xOf(till + 1)) / 2;
  const y = yOf(amount);
  const disc = (size: number, fill: string): Shape => ({
    kind: 'polygon',
    points: Array.from({ length: discCorners }, (_, corner) => {
      const angle = (corner / discCorners) * 2 * Math.PI;
      return [x + Math.cos(angle) * size, y + Math.sin(angle) * size] as const;
    }),
    fill,
  });
  return [
    {
      kind: 'line',
      points: [
        [x, top],
        [x, bottom],
      ],
      stroke: theme.label,
      width: 1,
    },
    ...(isOnLine ? [disc(markerSize + 2, theme.ground), disc(markerSize, theme.main)] : []),
  ];
}
