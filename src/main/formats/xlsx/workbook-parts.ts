/** @file The parts of a workbook beside its sheets: which sheets it has, shared texts, and formats of numbers. */
import { builtInFormat, classifyFormat, type NumberFormat } from './cell-values.ts';
import { workbookError } from './workbook-error.ts';
import { readXmlPart, type XmlEvents } from './xml-part.ts';
import { unpack, type ZipDirectory } from './zip-reader.ts';

/** Maximum unpacked bytes of the shared texts, which stay in memory. */
const maxTextBytes = 256 * 1024 * 1024;
/** Maximum unpacked bytes of the other parts. */
const maxPartBytes = 32 * 1024 * 1024;
/** Maximum length of a cell in a workbook, in characters. */
const maxCellLength = 32_767;
/** Maximum bytes of all contents together. */
const maxSheetBytes = 1_500_000_000;
const maxSheets = 1_000;

export interface WorkbookSheet {
  readonly name: string;
  readonly path: string;
}

/** A workbook whose archive was opened. */
export interface Archive {
  readonly bytes: Uint8Array;
  readonly directory: ZipDirectory;
}

function contentOf({ bytes, directory }: Archive, path: string, maxBytes: number): AsyncIterable<Uint8Array> {
  const entry = directory.get(path.toLowerCase());
  if (entry === undefined) throw workbookError('damaged');
  return unpack(bytes, entry, maxBytes);
}

/** Reads a sheet. Throws `ledger-workbook`. */
export function readSheetPart(archive: Archive, path: string, events: XmlEvents): Promise<void> {
  return readXmlPart(contentOf(archive, path, maxSheetBytes), events);
}

/** Resolves the target of a relationship against the folder of the part that has it. */
function resolveTarget(folder: string, target: string): string {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').filter((name) => name !== '');
  for (const name of target.split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}

interface Relationship {
  readonly type: string;
  readonly path: string;
}

/** Reads the relationships of a part by ID. */
async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const found = new Map<string, Relationship>();
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  await readXmlPart(contentOf(archive, path, maxPartBytes), {
    onOpen(name, attributeOf) {
      if (name !== 'Relationship' || attributeOf('TargetMode') === 'External') return;
      const [id, type, target] = [attributeOf('Id'), attributeOf('Type'), attributeOf('Target')];
      if (id === undefined || type === undefined || target === undefined) throw workbookError('damaged');
      found.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolveTarget(folder, target),
      });
    },
  });
  return found;
}

interface Workbook {
  /** In the order of the workbook, without hidden ones. */
  readonly sheets: readonly WorkbookSheet[];
  readonly isFrom1904: boolean;
  /** Path of the part, or `null` without one. */
  readonly textsPath: string | null;
  readonly stylesPath: string | null;
}

function pathOfType(relationships: ReadonlyMap<string, Relationship>, type: string): string | null {
  return [...relationships.values()].find((relationship) => relationship.type === type)?.path ?? null;
}

/** Reads which parts a workbook has. Throws `ledger-workbook`. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const path = pathOfType(await readRelationships(archive, ''), 'officeDocument');
  if (path === null) throw workbookError('damaged');
  const relationships = await readRelationships(archive, path);
  const sheets: WorkbookSheet[] = [];
  const names = new Set<string>();
  let isFrom1904 = false;
  await readXmlPart(contentOf(archive, path, maxPartBytes), {
    onOpen(element, attributeOf) {
      const date1904 = attributeOf('date1904');
      if (element === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
      if (element !== 'sheet' || (attributeOf('state') ?? 'visible') !== 'visible') return;
      const sheet = relationships.get(String(attributeOf('r:id')));
      const name = attributeOf('name');
      if (sheet === undefined || name === undefined || names.has(name) || names.size === maxSheets)
        throw workbookError('damaged');
      names.add(name);
      // Sheets of charts and macros have no cells.
      if (sheet.type === 'worksheet') sheets.push({ name, path: sheet.path });
    },
  });
  return {
    sheets,
    isFrom1904,
    textsPath: pathOfType(relationships, 'sharedStrings'),
    stylesPath: pathOfType(relationships, 'styles'),
  };
}

/** Replaces escapes such as `_x000D_`, with which workbooks write characters that XML cannot have. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Collects the text of an element with runs, without the reading aids of East Asian texts. */
export class TextCollector {
  #text = '';
  #isInText = false;
  #isInPhonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.#isInPhonetic = true;
    if (name === 't') this.#isInText = !this.#isInPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isInPhonetic = false;
    if (name === 't') this.#isInText = false;
  }

  add(text: string): void {
    if (!this.#isInText) return;
    this.#text += text;
    if (this.#text.length > maxCellLength * 2) throw workbookError('damaged');
  }

  get text(): string {
    return unescapeText(this.#text);
  }
}

/** Reads the texts that cells refer to. */
export async function readSharedTexts(archive: Archive, path: string | null): Promise<string[]> {
  const texts: string[] = [];
  if (path === null) return texts;
  let collector = new TextCollector();
  await readXmlPart(contentOf(archive, path, maxTextBytes), {
    onOpen(name) {
      if (name === 'si') collector = new TextCollector();
      collector.open(name);
    },
    onClose(name) {
      collector.close(name);
      if (name === 'si') texts.push(collector.text);
    },
    onText: (text) => collector.add(text),
  });
  return texts;
}

/** Reads the number format of each cell style. */
export async function readCellFormats(archive: Archive, path: string | null): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (path === null) return formats;
  const codes = new Map<number, NumberFormat>();
  let isInCellFormats = false;
  await readXmlPart(contentOf(archive, path, maxPartBytes), {
    onOpen(name, attributeOf) {
      const id = Number(attributeOf('numFmtId') ?? 0);
      const code = attributeOf('formatCode');
      if (name === 'numFmt' && code !== undefined) codes.set(id, classifyFormat(code));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name === 'xf' && isInCellFormats) formats.push(codes.get(id) ?? builtInFormat(id));
    },
    onClose(name) {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return formats;
}
