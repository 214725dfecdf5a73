/** @file Lines of a page of known height, with sizes of pages in points. */
import type { FontName } from './page-fonts.ts';

/** A page in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A4. */
export const portrait: PageSize = { width: 595.28, height: 841.89 };
export const landscape: PageSize = { width: portrait.height, height: portrait.width };
export const margin = 48;

export interface TextRun {
  readonly x: number;
  readonly text: string;
  readonly font: FontName | 'original';
  readonly size: number;
  /** 0 is black, 1 is white. */
  readonly grey: number;
}

/** One line of a page. */
export interface PageLine {
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** True when the line must not be the last of a page. */
  readonly isKeptWithNext: boolean;
  /** True when a bar stands beside the line. */
  readonly hasBar: boolean;
  readonly hasCodePoints: boolean;
  /** True when a thin rule stands below the line. */
  readonly hasRule: boolean;
  /** Lines that stand above the line when a page begins with it. */
  readonly header: readonly PageLine[];
  /** A PNG image that fills the line. */
  readonly picture: Uint8Array | null;
}

/** Returns an empty line, or a line with some properties. */
export function plainLine(height: number, own: Partial<PageLine> = {}): PageLine {
  return {
    height,
    runs: [],
    isKeptWithNext: false,
    hasBar: false,
    hasCodePoints: false,
    hasRule: false,
    header: [],
    picture: null,
    ...own,
  };
}

export const black = 0.08;
export const dim = 0.38;
