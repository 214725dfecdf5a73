/** @file The colours and the typeface of a chart: tokens of the window's theme. */
import { useSyncExternalStore } from 'react';
import { isDeepEqual } from '../../../components/data-grid/same-data.ts';

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim().replaceAll(/\s+/g, ' ');
  return {
    ground: token('--surface'),
    text: token('--text'),
    label: token('--text-2'),
    line: token('--line'),
    axis: token('--line-strong'),
    /** The chosen balance, and incoming amounts. */
    main: token('--accent'),
    /** Lowest to highest balance of a day. */
    range: token('--accent-border'),
    /** Outgoing amounts. */
    opposite: token('--neutral'),
    /** Balances that are not chosen. */
    quiet: token('--line-control'),
    /** Days that are in no statement. */
    gap: token('--sunken'),
    problem: token('--danger'),
    fontFamily: token('--font'),
  };
}

export type ChartTheme = Readonly<ReturnType<typeof readTheme>>;

/** Reads the colours for paper, which are those of the light theme. */
export function readPaperTheme(): ChartTheme {
  const { classList } = document.documentElement;
  const isDark = classList.contains('dark');
  // Both changes are in one task, so that the window is never painted in between.
  classList.remove('dark');
  const theme = readTheme();
  classList.toggle('dark', isDark);
  return theme;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-env'] });
  return () => observer.disconnect();
}

let latestTheme: ChartTheme | null = null;

/** Returns the theme; the same object as long as no token changes. */
function currentTheme(): ChartTheme {
  const theme = readTheme();
  if (latestTheme === null || !isDeepEqual(latestTheme, theme)) latestTheme = theme;
  return latestTheme;
}

/** Returns the theme of the window; the component renders again when the theme changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, currentTheme);
}
