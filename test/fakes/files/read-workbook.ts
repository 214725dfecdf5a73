/**
 * @file Reads workbooks independently of the program that wrote them, as a spreadsheet does: by its own ZIP and XML
 * reader, with the formats of numbers and the escapes of characters. Sheets are read as a stream.
 */
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** A cell as a spreadsheet shows it: numbers with the decimals of their format, dates in ISO 8601. */
export interface ReadCell {
  readonly kind: 'text' | 'number' | 'date';
  readonly text: string;
}

/** A sheet with its cells by row and column; a cell that the file leaves out is `undefined`. */
interface ReadSheet {
  readonly name: string;
  readonly rows: (ReadCell | undefined)[][];
  readonly frozenRows: number;
  /** Range such as `A1:C3`, or `null`. */
  readonly filter: string | null;
  /** Range of the filter by its name in the workbook, such as `'Rows'!$A$1:$C$3`, or `null`. */
  readonly namedFilter: string | null;
}

type OnRow = (cells: readonly (ReadCell | undefined)[], row: number) => void;

const dayMs = 86_400_000;
const letterA = 65;
const chunkBytes = 65_536;

function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; reference.charCodeAt(at) >= letterA; at += 1)
    column = column * 26 + reference.charCodeAt(at) - letterA + 1;
  return column - 1;
}

function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function parseXml(
  chunks: Iterable<string>,
  handlers: {
    onOpen: (tag: SaxesTagPlain) => void;
    onText?: (text: string) => void;
    onClose?: (name: string) => void;
  },
): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', handlers.onOpen);
  parser.on('text', (text) => handlers.onText?.(text));
  parser.on('closetag', ({ name }) => handlers.onClose?.(name));
  for (const chunk of chunks) parser.write(chunk);
  parser.close();
}

/** Reads the format codes of the cell styles. */
function readFormats(xml: string): string[] {
  const codes = new Map<string, string>([
    ['0', 'General'],
    ['49', '@'],
  ]);
  const formats: string[] = [];
  let isInCells = false;
  parseXml([xml], {
    onOpen({ name, attributes }) {
      if (name === 'numFmt') codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) formats.push(codes.get(attributes['numFmtId'] ?? '') ?? '');
    },
    onClose(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

function toCell(type: string | undefined, value: string, format: string): ReadCell {
  if (type === 'inlineStr') return { kind: 'text', text: unescapeText(value) };
  if (type !== undefined) throw new Error(`Cells of the type ${type} are not read`);
  const number = Number(value);
  if (format.startsWith('yyyy')) {
    const iso = new Date(Date.UTC(1899, 11, 30) + Math.round((number * dayMs) / 1_000) * 1_000).toISOString();
    return { kind: 'date', text: format.includes('hh') ? iso.slice(0, 19) : iso.slice(0, 10) };
  }
  const decimals = /\.(0+)$/.exec(format)?.[1]?.length ?? 0;
  return { kind: 'number', text: number.toFixed(decimals) };
}

interface SheetFacts {
  frozenRows: number;
  filter: string | null;
}

/** Creates a parser of a sheet. A formula is an error: none may be in an export. */
function createSheetParser(formats: readonly string[], onRow: OnRow) {
  const facts: SheetFacts = { frozenRows: 0, filter: null };
  let cells: (ReadCell | undefined)[] = [];
  let row = 0;
  let cell: Readonly<Record<string, string>> = {};
  let value = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'f') throw new Error(`The cell ${cell['r']} is a formula`);
    if (name === 'pane') facts.frozenRows = Number(attributes['ySplit']);
    if (name === 'autoFilter') facts.filter = attributes['ref'] ?? null;
    if (name === 'row') {
      row = Number(attributes['r']);
      cells = [];
    }
    if (name === 'c') {
      cell = attributes;
      value = '';
    }
  });
  parser.on('text', (text) => {
    value += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'c')
      cells[columnOf(cell['r'] ?? '')] = toCell(cell['t'], value, formats[Number(cell['s'])] ?? '');
    if (name === 'row') onRow(cells, row);
  });
  return { parser, facts };
}

interface ReadRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly (ReadCell | undefined)[];
}

/** Yields the rows of a sheet while it is unpacked, and returns the facts about the sheet. */
export function* readSheetRows(bytes: Uint8Array, path: string): Generator<ReadRow, SheetFacts> {
  const styles = unzipSync(bytes, { filter: ({ name }) => name === 'xl/styles.xml' })['xl/styles.xml'];
  let rows: ReadRow[] = [];
  const { parser, facts } = createSheetParser(readFormats(new TextDecoder().decode(styles)), (cells, row) =>
    rows.push({ row, cells }),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const unzip = new Unzip((file) => {
    if (file.name !== path) return;
    file.ondata = (error, chunk) => {
      if (error !== null) throw error;
      parser.write(decoder.decode(chunk, { stream: true }));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    unzip.push(bytes.subarray(at, at + chunkBytes), at + chunkBytes >= bytes.length);
    yield* rows;
    rows = [];
  }
  parser.close();
  return facts;
}

/** Returns the names and paths of the sheets in their order. */
function listSheets(bytes: Uint8Array): { name: string; path: string; namedFilter: string | null }[] {
  const files = unzipSync(bytes, { filter: ({ name }) => !name.includes('/worksheets/') });
  const textOf = (path: string) => new TextDecoder().decode(files[path]);
  const targets = new Map<string, string>();
  parseXml([textOf('xl/_rels/workbook.xml.rels')], {
    onOpen({ attributes }) {
      targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    },
  });
  const sheets: { name: string; path: string }[] = [];
  const filters = new Map<number, string>();
  let filteredSheet = -1;
  parseXml([textOf('xl/workbook.xml')], {
    onOpen({ name, attributes }) {
      if (name === 'sheet')
        sheets.push({ name: attributes['name'] ?? '', path: `xl/${targets.get(attributes['r:id'] ?? '')}` });
      if (name === 'definedName' && attributes['name'] === '_xlnm._FilterDatabase')
        filteredSheet = Number(attributes['localSheetId']);
    },
    onText: (text) => filters.set(filteredSheet, text),
  });
  return sheets.map((sheet, index) => ({ ...sheet, namedFilter: filters.get(index) ?? null }));
}

/** Reads all sheets. Throws for a file that is no workbook, and for a formula. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  return listSheets(bytes).map(({ path, ...sheet }) => {
    const rows: (ReadCell | undefined)[][] = [];
    const reading = readSheetRows(bytes, path);
    for (;;) {
      const next = reading.next();
      if (next.done === true) return { ...sheet, rows, ...next.value };
      rows[next.value.row - 1] = [...next.value.cells];
    }
  });
}
