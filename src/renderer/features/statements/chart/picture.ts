/** @file The picture of a chart that is saved: title, chart, legend and origin, in the colours of the window. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { PartySide } from '../../../../shared/model/statements/statement-chart.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { TimeFigures } from './figures.ts';
import { legendOf } from './legend-items.ts';
import { paintPlot } from './plot.ts';
import { type Drawing, imageScale, type Shape } from './shapes.ts';

export interface PictureTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly origin: string;
}

const width = 1_200;
const height = 640;
const margin = 32;
const titleSize = 20;
const textSize = 13;
const labelSize = 12;
/** Distances from the upper and the lower end of the picture. */
const titleBaseline = 44;
const subtitleBaseline = 66;
const chartTop = 92;
const originFromBottom = 20;
const legendFromBottom = 48;
const chartFromBottom = 76;

type TextShape = Extract<Shape, { kind: 'text' }>;

function textShape(
  text: string,
  x: number,
  y: number,
  fill: string,
  look: Partial<Pick<TextShape, 'size' | 'isStrong' | 'anchor'>> = {},
): TextShape {
  return { kind: 'text', x, y, text, fill, size: textSize, isStrong: false, anchor: 'start', ...look };
}

function framed(
  texts: PictureTexts,
  theme: ChartTheme,
  size: number,
  shapes: readonly Shape[],
  plot: Drawing['plot'],
): Drawing {
  return {
    width,
    height: size,
    fontFamily: theme.fontFamily,
    shapes: [
      { kind: 'rect', x: 0, y: 0, width, height: size, fill: theme.ground },
      textShape(texts.title, margin, titleBaseline, theme.text, { size: titleSize, isStrong: true }),
      textShape(texts.subtitle, margin, subtitleBaseline, theme.label),
      ...shapes,
      textShape(texts.origin, margin, size - originFromBottom, theme.label, { size: labelSize }),
    ],
    plot,
  };
}

const legendGap = 20;
const markWidth = 14;
const textGap = 6;
/** Average width of a letter in the font of the legend. */
const letterWidth = 6.8;

function legendShapes(figures: TimeFigures, theme: ChartTheme): Shape[] {
  const middle = height - legendFromBottom - 4;
  let x = margin;
  return legendOf(figures).flatMap(({ text, mark, color }): Shape[] => {
    const left = x;
    x += markWidth + textGap + text.length * letterWidth + legendGap;
    const center = left + markWidth / 2;
    const fill = theme[color];
    const shape: Shape =
      mark === 'diamond'
        ? {
            kind: 'polygon',
            points: [
              [center, middle - 6],
              [center + 6, middle],
              [center, middle + 6],
              [center - 6, middle],
            ],
            fill,
          }
        : mark === 'line'
          ? { kind: 'rect', x: left, y: middle - 1, width: markWidth, height: 2, fill }
          : { kind: 'rect', x: left, y: middle - 5, width: markWidth, height: 10, fill };
    return [shape, textShape(text, left + markWidth + textGap, height - legendFromBottom, theme.label)];
  });
}

export async function drawTime(
  figures: TimeFigures,
  texts: PictureTexts,
  theme: ChartTheme,
): Promise<Drawing> {
  const size = { width: width - margin * 2, height: height - chartTop - chartFromBottom };
  const canvas = await paintPlot(figures, theme, size, imageScale);
  return framed(texts, theme, height, legendShapes(figures, theme), { canvas, x: margin, y: chartTop });
}

const partyRow = 26;
const maxNameLength = 34;
const nameWidth = 230;
const sideGap = 40;

function shorten(name: string): string {
  const letters = Array.from(name);
  return letters.length <= maxNameLength ? name : `${letters.slice(0, maxNameLength - 1).join('')}…`;
}

function sideShapes(
  { parties }: PartySide,
  heading: string,
  {
    left,
    right,
    scale,
    fill,
    theme,
  }: {
    readonly left: number;
    readonly right: number;
    readonly scale: number;
    readonly fill: string;
    readonly theme: ChartTheme;
  },
): Shape[] {
  const amounts = parties.map(({ amount }) => formatAmountText(amount, scale));
  const amountWidth = amounts.reduce((longest, text) => Math.max(longest, text.length * 7.6), 0) + 16;
  const barLeft = left + nameWidth;
  const maxLength = Math.max(20, right - amountWidth - barLeft);
  const largest = Math.abs(Number(parties[0]?.amount ?? 1));
  return [
    textShape(heading, left, chartTop + 12, theme.text, { isStrong: true }),
    ...parties.flatMap(({ name, amount }, index): Shape[] => {
      const y = chartTop + 24 + index * partyRow;
      const shownName = name === '' ? t('statementGroups.key.empty') : shorten(name);
      return [
        textShape(shownName, left, y + 17, theme.text, { size: labelSize }),
        {
          kind: 'rect',
          x: barLeft,
          y: y + 6,
          width: Math.max(1, (Math.abs(Number(amount)) / largest) * maxLength),
          height: 14,
          fill,
        },
        textShape(amounts[index] ?? '', right, y + 17, theme.text, { size: labelSize, anchor: 'end' }),
      ];
    }),
  ];
}

export function drawParties(
  sides: { readonly incoming: PartySide; readonly outgoing: PartySide; readonly scale: number },
  texts: PictureTexts,
  theme: ChartTheme,
): Drawing {
  const { incoming, outgoing, scale } = sides;
  const rows = Math.max(incoming.parties.length, outgoing.parties.length);
  const middle = width / 2;
  const shapes = [
    ...sideShapes(incoming, t('statementGroups.sign.in'), {
      left: margin,
      right: middle - sideGap / 2,
      scale,
      fill: theme.main,
      theme,
    }),
    ...sideShapes(outgoing, t('statementGroups.sign.out'), {
      left: middle + sideGap / 2,
      right: width - margin,
      scale,
      fill: theme.opposite,
      theme,
    }),
  ];
  return framed(texts, theme, chartTop + 24 + rows * partyRow + legendFromBottom + 8, shapes, null);
}
