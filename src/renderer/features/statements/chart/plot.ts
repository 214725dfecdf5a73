/** @file Draws a chart over time with uPlot: axes, lines, the pointer and the drag; bars and marks are shapes of its own. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartTheme } from './chart-theme.ts';
import type { DayRange } from './days.ts';
import type { FigurePoint, TimeFigures } from './figures.ts';
import { paintShapes, type Shape } from './shapes.ts';
import { datesOf, scaleAmounts, type Tick } from './ticks.ts';
import {
  backShapes,
  barShapes,
  markerShapes,
  type PlotArea,
  problemShapes,
  zeroShapes,
} from './time-shapes.ts';

const fontSize = 11;
const axisGap = 8;
const dateAxisHeight = 28;
/** Of the area over the chosen days. */
const chosenOpacity = '0.16';

/** In CSS pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Space of a label, so that labels of an axis do not touch. */
const dateLabelWidth = 96;
const amountLabelHeight = 44;
/** Average width of a digit in the font of the axes. */
const digitWidth = 6.6;

/** Returns how many dates and amounts fit beside the axes. */
function maxTicksOf({ width, height }: PlotSize) {
  return {
    dates: Math.max(2, Math.floor(width / dateLabelWidth)),
    amounts: Math.max(2, Math.floor(height / amountLabelHeight)),
  };
}

function labelWidth(ticks: readonly Tick[]): number {
  return Math.ceil(ticks.reduce((longest, { label }) => Math.max(longest, label.length), 0) * digitWidth);
}

interface PlotListeners {
  /** The pointer is over a day. */
  readonly onHover: (day: number) => void;
  /** Days were chosen by a drag. */
  readonly onBrush: (days: DayRange) => void;
}

/** A drawn chart, until it is destroyed. */
export interface Plot {
  /** Shows the marker on a point, and the chosen days; `null` hides them. */
  update(marker: FigurePoint | null, chosen: DayRange | null): void;
  destroy(): void;
}

/** The data of the lines, aligned by day. Without lines, the days alone. */
function dataOf({ lines, from, till }: TimeFigures): uPlot.AlignedData {
  if (lines.length === 0)
    return [
      [from, till + 1],
      [null, null],
    ];
  return uPlot.join(
    lines.map(({ steps }) => [steps.map(({ day }) => day), steps.map(({ amount }) => amount)]),
  );
}

function areaOf(plot: uPlot, ratio: number): PlotArea {
  const { left, top, width, height } = plot.bbox;
  return {
    left: left / ratio,
    right: (left + width) / ratio,
    top: top / ratio,
    bottom: (top + height) / ratio,
    xOf: (day) => plot.valToPos(day, 'x', true) / ratio,
    yOf: (amount) => plot.valToPos(amount, 'y', true) / ratio,
  };
}

/** Paints shapes between the axes, `zoom` times as large. */
function paint(
  plot: uPlot,
  theme: ChartTheme,
  zoom: number,
  shapesOf: (area: PlotArea) => readonly Shape[],
): void {
  const { ctx, bbox, width } = plot;
  const ratio = (ctx.canvas.width / width) * zoom;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.scale(ratio, ratio);
  paintShapes(ctx, shapesOf(areaOf(plot, ratio)), theme.fontFamily);
  ctx.restore();
}

function axisOf(ticks: readonly Tick[], theme: ChartTheme, zoom: number): uPlot.Axis {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  return {
    splits: () => ticks.map(({ value }) => value),
    values: (_plot, splits) => splits.map((value) => labels.get(value) ?? ''),
    font: `${fontSize * zoom}px ${theme.fontFamily}`,
    stroke: theme.label,
    gap: axisGap * zoom,
    ticks: { show: false },
    grid: { stroke: theme.line, width: zoom },
  };
}

/** Shows days as chosen; `null` for none. */
function showChosen(plot: uPlot, days: DayRange | null): void {
  const left = days === null ? 0 : Math.max(0, plot.valToPos(days.from, 'x'));
  const right = days === null ? 0 : plot.valToPos(days.till + 1, 'x');
  const height = (plot.bbox.height * plot.width) / plot.ctx.canvas.width;
  plot.setSelect({ left, width: Math.max(0, right - left), top: 0, height }, false);
}

interface PlotState {
  marker: FigurePoint | null;
  /** Days that the keyboard chose; `null` for none. */
  chosen: DayRange | null;
}

function optionsOf(
  figures: TimeFigures,
  theme: ChartTheme,
  size: PlotSize,
  state: PlotState,
  { onHover, onBrush }: PlotListeners,
  zoom = 1,
): uPlot.Options {
  const { from, till, lines } = figures;
  const maxTicks = maxTicksOf(size);
  const amounts = scaleAmounts(figures, figures.scale, maxTicks.amounts);
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    width: size.width * zoom,
    height: size.height * zoom,
    padding: [12 * zoom, 24 * zoom, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
    scales: {
      x: { time: false, range: [from, till + 1] },
      y: { range: [amounts.min, amounts.max] },
    },
    axes: [
      {
        ...axisOf(datesOf(figures, maxTicks.dates), theme, zoom),
        size: dateAxisHeight * zoom,
        grid: { show: false },
        border: { show: true, stroke: theme.axis, width: zoom },
      },
      { ...axisOf(amounts.ticks, theme, zoom), size: (labelWidth(amounts.ticks) + axisGap * 2) * zoom },
    ],
    series: [
      {},
      ...lines.map(
        ({ isChosen }): uPlot.Series => ({
          stroke: isChosen ? theme.main : theme.quiet,
          width: (isChosen ? 2 : 1) * zoom,
          ...(stepped === undefined ? {} : { paths: stepped }),
          points: { show: false },
        }),
      ),
      ...(lines.length === 0 ? [{ show: false }] : []),
    ],
    hooks: {
      // Positions are unknown before.
      ready: [(plot) => showChosen(plot, state.chosen)],
      drawClear: [(plot) => paint(plot, theme, zoom, (area) => backShapes(figures, area, theme))],
      draw: [
        (plot) =>
          paint(plot, theme, zoom, (area) => [
            ...barShapes(figures, area, theme),
            ...zeroShapes(area, theme),
            ...(state.marker === null
              ? []
              : markerShapes({ ...state.marker, isOnLine: lines.length > 0 }, area, theme)),
            ...problemShapes(figures, area, theme),
          ]),
      ],
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor;
          if (left >= 0) onHover(plot.posToVal(left, 'x'));
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          showChosen(plot, null);
          if (width > 0) onBrush({ from: plot.posToVal(left, 'x'), till: plot.posToVal(left + width, 'x') });
        },
      ],
    },
  };
}

export function createPlot(
  element: HTMLElement,
  figures: TimeFigures,
  theme: ChartTheme,
  size: PlotSize,
  { initial, ...listeners }: PlotListeners & { readonly initial: Readonly<PlotState> },
): Plot {
  const state: PlotState = { ...initial };
  const plot = new uPlot(optionsOf(figures, theme, size, state, listeners), dataOf(figures), element);
  const chosenDays = plot.root.querySelector<HTMLElement>('.u-select');
  if (chosenDays !== null)
    Object.assign(chosenDays.style, { background: theme.main, opacity: chosenOpacity });
  return {
    update(marker, chosen) {
      // The chosen days of a drag, which moves the marker too, stay as they are.
      if (chosen !== null || state.chosen !== null) showChosen(plot, chosen);
      Object.assign(state, { marker, chosen });
      plot.redraw(false);
    },
    destroy: () => plot.destroy(),
  };
}

/** Draws a chart that is not shown, with `scale` device pixels for each CSS pixel of its size. */
export function paintPlot(
  figures: TimeFigures,
  theme: ChartTheme,
  size: PlotSize,
  scale: number,
): Promise<HTMLCanvasElement> {
  const state = { marker: null, chosen: null };
  const listeners = { onHover: () => undefined, onBrush: () => undefined };
  // The library multiplies by the pixels of the display.
  const options = optionsOf(figures, theme, size, state, listeners, scale / window.devicePixelRatio);
  return new Promise((resolve) => {
    const onDrawn = (plot: uPlot) => {
      plot.destroy();
      resolve(plot.ctx.canvas);
    };
    new uPlot(
      { ...options, hooks: { ...options.hooks, ready: [onDrawn] } },
      dataOf(figures),
      document.createElement('div'),
    );
  });
}
