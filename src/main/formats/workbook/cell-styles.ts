/** @file The cell styles of a workbook: how numbers, dates and texts are shown. */

/** How the cells of a column are written. A cell that does not fit its format is written as text. */
export type CellFormat =
  | { readonly kind: 'text' | 'date' }
  | {
      readonly kind: 'number';
      /** Number of decimals that are shown. */
      readonly decimals: number;
      /** Shows separators of thousands. */
      readonly isGrouped: boolean;
    };

/** Maximum number of decimals that a style shows. */
const maxDecimals = 18;

/** Indexes of styles. Text cells have the format of texts, so that editing them creates no number and no formula. */
export const cellStyles = { text: 1, header: 2, date: 3, dateTime: 4 } as const;

const firstNumberStyle = 5;

/** Returns the index of the style of a number. */
export function numberStyle(decimals: number, isGrouped: boolean): number {
  return firstNumberStyle + Math.min(decimals, maxDecimals) * 2 + (isGrouped ? 1 : 0);
}

/** Formats of numbers in the order of {@link numberStyle}. */
const numberFormats = Array.from({ length: maxDecimals + 1 }, (_, decimals) => {
  const fraction = decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  return [`0${fraction}`, `#,##0${fraction}`];
}).flat();

/** Identifiers below are reserved for the formats that every program knows. */
const firstOwnFormat = 164;
const textFormat = 49;
const formats = ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss', ...numberFormats];

/** Number of styles. */
export const styleCount = formats.length + 3;

const cell = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;

/** The part `xl/styles.xml`. */
export const stylesXml = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="${formats.length}">`,
  ...formats.map((code, index) => `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${code}"/>`),
  '</numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${styleCount}">`,
  cell(0),
  cell(textFormat),
  cell(textFormat, 1),
  ...formats.map((_, index) => cell(firstOwnFormat + index)),
  '</cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');
