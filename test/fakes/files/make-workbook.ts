/** @file Makes small workbooks for tests, part by part. */
import { strToU8, type Zippable, zipSync } from 'fflate';

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`;
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Declares the namespaces of a workbook, and one that no spreadsheet knows, as `z`. */
const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${types}" xmlns:z="urn:z"`;
const relationships = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
  );

export interface WorkbookFiles {
  /** Rows of each sheet as XML, by name. */
  readonly sheets?: Readonly<Record<string, string>>;
  readonly states?: Readonly<Record<string, string>>;
  readonly texts?: string;
  readonly styles?: string;
  readonly properties?: string;
}

/** Returns the parts of a workbook. */
export function workbookParts({
  sheets = {},
  states = {},
  texts,
  styles,
  properties = '',
}: WorkbookFiles): Record<string, string> {
  const names = Object.keys(sheets);
  return {
    '_rels/.rels': relationships([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xml(
      `<workbook ${main}><workbookPr ${properties}/><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}" ${states[name] === undefined ? '' : `state="${states[name]}"`}/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([
      ...names.map((_, index) => [`s${index}`, 'worksheet', `worksheets/sheet${index}.xml`] as const),
      ...(texts === undefined ? [] : [['t', 'sharedStrings', '/xl/sharedStrings.xml'] as const]),
      ...(styles === undefined ? [] : [['y', 'styles', 'styles.xml'] as const]),
    ]),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index}.xml`,
        xml(`<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
    ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': xml(`<sst ${main}>${texts}</sst>`) }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': xml(`<styleSheet ${main}>${styles}</styleSheet>`) }),
  };
}

/** Packs parts as an archive. */
export function packParts(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [
      name,
      typeof content === 'string' ? strToU8(content) : content,
    ]),
  );
  return zipSync(files, { mtime: new Date(2026, 0, 31) });
}
