import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { t } from '../../../../shared/messages/index.ts';
import styles from './Chart.module.css';
import { useChartTheme } from './chart-theme.ts';
import { type DayRange, dateOf } from './days.ts';
import { type FigurePoint, nearestPoint, type TimeFigures } from './figures.ts';
import { createPlot, type Plot, type PlotSize } from './plot.ts';

interface TimeChartProps {
  /** Names the chart for screen readers. */
  readonly label: string;
  readonly figures: TimeFigures;
  /** Days were chosen: from the first day of a point to the last day of another one. */
  readonly onBrush: (days: DayRange) => void;
}

/** Points that a page key moves over. */
const pageSteps = 10;

/** Returns the number of points that a key moves the marker by; `null` for other keys. */
function stepsOfKey(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return -1;
    case 'ArrowRight':
      return 1;
    case 'PageUp':
      return -pageSteps;
    case 'PageDown':
      return pageSteps;
    case 'Home':
      return -index;
    case 'End':
      return count - 1 - index;
    default:
      return null;
  }
}

/** Returns the days of the points between two of them, in any order. */
function rangeOf(one: FigurePoint | undefined, other: FigurePoint | undefined): DayRange | null {
  if (one === undefined || other === undefined) return null;
  return { from: Math.min(one.from, other.from), till: Math.max(one.till, other.till) };
}

/** Draws the chart in an element of its own, as large as the element, and again when something of it changes. */
function usePlot(
  figures: TimeFigures,
  listeners: { readonly onHover: (day: number) => void; readonly onBrush: (days: DayRange) => void },
  marker: FigurePoint | null,
  chosen: DayRange | null,
) {
  const theme = useChartTheme();
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const [size, setSize] = useState<PlotSize | null>(null);
  const onHover = useEffectEvent(listeners.onHover);
  const onBrush = useEffectEvent(listeners.onBrush);
  const currentState = useEffectEvent(() => ({ marker, chosen }));
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (element.current === null || size === null || size.width === 0 || size.height === 0) return;
    const created = createPlot(element.current, figures, theme, size, {
      initial: currentState(),
      onHover: (day) => onHover(day),
      onBrush: (days) => onBrush(days),
    });
    plot.current = created;
    return () => {
      plot.current = null;
      created.destroy();
    };
  }, [figures, theme, size]);
  useEffect(() => plot.current?.update(marker, chosen), [marker, chosen]);
  return element;
}

/** A chart over time. Arrow keys move the marker, Shift and arrow keys choose days, Enter shows only them. */
export function TimeChart({ label, figures, onBrush }: TimeChartProps) {
  const { points } = figures;
  // Kept as days, because a filter changes which points there are.
  const [markerDay, setMarkerDay] = useState<number | null>(null);
  const [anchorDay, setAnchorDay] = useState<number | null>(null);
  const hintId = useId();
  const control = useRef<HTMLDivElement>(null);
  const index = markerDay === null ? -1 : nearestPoint(points, markerDay);
  const marker = points[index] ?? null;
  const chosen =
    anchorDay === null || marker === null ? null : rangeOf(points[nearestPoint(points, anchorDay)], marker);
  const brush = (days: DayRange) => {
    setAnchorDay(null);
    onBrush(days);
  };
  const element = usePlot(
    figures,
    {
      onHover: (day) => {
        if (anchorDay === null) setMarkerDay(points[nearestPoint(points, day)]?.from ?? null);
      },
      onBrush: ({ from, till }) => {
        const days = rangeOf(points[nearestPoint(points, from)], points[nearestPoint(points, till)]);
        if (days !== null) brush(days);
      },
    },
    marker,
    chosen,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOfKey(event.key, index, points.length);
    if (steps !== null) {
      const next = Math.min(points.length - 1, Math.max(0, index < 0 ? points.length - 1 : index + steps));
      if (!event.shiftKey) setAnchorDay(null);
      else if (anchorDay === null) setAnchorDay(points[Math.max(0, index)]?.from ?? null);
      setMarkerDay(points[next]?.from ?? null);
    } else if (event.key === 'Enter' && chosen !== null) brush(chosen);
    else if (event.key === 'Escape' && anchorDay !== null) setAnchorDay(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <p className={styles.reading}>
        <span className="num" role="status">
          {chosen === null
            ? marker !== null && (
                <>
                  <strong>{marker.label}</strong> {marker.reading}
                </>
              )
            : t('statementChart.chosen', { period: formatPeriod(dateOf(chosen.from), dateOf(chosen.till)) })}
        </span>
        {marker === null && <span>{t('statementChart.hint')}</span>}
      </p>
      <div
        ref={control}
        className={styles.plot}
        data-part="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={Math.max(1, index + 1)}
        aria-valuetext={marker?.label ?? points[0]?.label ?? ''}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (marker === null) setMarkerDay(points.at(-1)?.from ?? null);
        }}
        onPointerLeave={() => {
          if (document.activeElement !== control.current) setMarkerDay(null);
        }}
        onBlur={() => {
          setMarkerDay(null);
          setAnchorDay(null);
        }}
      >
        <div ref={element} className={styles.canvas} />
      </div>
      <span id={hintId} className="sr">
        {t('statementChart.keys')}
      </span>
    </>
  );
}
