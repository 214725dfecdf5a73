/** @file The XML around the rows of a workbook: the beginning and the end of sheets, and the parts that list the sheets. */
import { columnLetters, escapeCellText } from './row-encoder.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escapeAttribute = (text: string) => escapeCellText(text).replaceAll('"', '&quot;');
/** Returns the path of a sheet below `xl`. */
export const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

/** The table of a sheet, from its first row and column. */
export interface TableRange {
  readonly columnCount: number;
  /** From 1. */
  readonly lastRow: number;
}

interface ListedSheet {
  readonly name: string;
  /** `null` for a sheet without a filter. */
  readonly table: TableRange | null;
}

/** Returns the beginning of a sheet; a header stays visible while the rows scroll. */
export function beginSheet(widths: readonly number[], hasHeader: boolean): string {
  const pane = hasHeader
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
    : '';
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return [
    `${declaration}<worksheet xmlns="${mainNamespace}">`,
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`,
    columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`,
    '<sheetData>',
  ].join('');
}

/** The end of a sheet without a filter. */
export const endSheet = '</sheetData></worksheet>';

/** Returns the end of a sheet with a filter for the columns of its table, which has a header. */
export function endTableSheet({ columnCount, lastRow }: TableRange): string {
  const range = `A1:${columnLetters(columnCount - 1)}${lastRow}`;
  // Digits are text on purpose; without this, spreadsheets mark each such cell as an error.
  const ignored = `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
  return `</sheetData><autoFilter ref="${range}"/>${ignored}</worksheet>`;
}

/** The part `xl/workbook.xml`. LibreOffice shows only filters whose range has a name. */
export function workbookXml(sheets: readonly ListedSheet[]): string {
  const elements = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const filters = sheets.flatMap(({ name, table }, index) => {
    if (table === null) return [];
    const quotedName = escapeCellText(name.replaceAll("'", "''"));
    const range = `'${quotedName}'!$A$1:$${columnLetters(table.columnCount - 1)}$${table.lastRow}`;
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${range}</definedName>`;
  });
  return [
    `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}">`,
    `<sheets>${elements.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
  ].join('');
}

/** A part with relationships, which have the identifiers `rId1`, `rId2` … */
export function relationshipsXml(
  targets: readonly { readonly type: string; readonly target: string }[],
): string {
  const relationships = targets.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${relationships.join('')}</Relationships>`;
}

/** The part `[Content_Types].xml`. */
export function contentTypesXml(sheetCount: number): string {
  const sheets = Array.from(
    { length: sheetCount },
    (_, index) => `<Override PartName="/xl/${sheetPath(index)}" ContentType="${typePrefix}.worksheet+xml"/>`,
  );
  return [
    `${declaration}<Types xmlns="${packageNamespace}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${typePrefix}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${typePrefix}.styles+xml"/>`,
    ...sheets,
    '</Types>',
  ].join('');
}
