import { describe, expect, it } from 'vitest';
import { readPreview } from '../../../../src/main/statement-engine/read/preview.ts';
import {
  doubtSentence,
  linesBeforeMessage,
} from '../../../../src/renderer/features/statements/interpretation/interpretation-doubt.ts';
import {
  columnTypes,
  confirmedOptions,
  headerRows,
  previewOptions,
  typeOf,
  withOption,
  withRole,
  withType,
} from '../../../../src/renderer/features/statements/interpretation/read-draft.ts';
import {
  type Opened,
  type ReadOptions,
  readOptionsSchema,
} from '../../../../src/shared/model/statements/open-statement.ts';

const bytes = new TextEncoder().encode('Date;Amount\n2026-01-02;1,50\n2026-01-03;2,50\n');
const preview = (options: ReadOptions = {}) => readPreview(bytes, options);
const openedWith = (other: Partial<Opened>): Opened => ({ ...preview().opened, ...other });

describe('the options in the dialog', () => {
  it('keep a decision until it is left to Paydesk again', () => {
    const decided = withOption({}, 'decimals', 'comma');
    expect(decided).toEqual({ decimals: 'comma' });
    expect(withOption(decided, 'decimals', undefined)).toEqual({});
  });

  it('lose the choices for columns when other signs divide the cells, and keep them when the header changes', () => {
    const decided: ReadOptions = { columns: { 1: { type: 'text' } } };
    expect(withOption(decided, 'separator', ',')).toEqual({ separator: ',' });
    expect(withOption(decided, 'joinsAmounts', true)).toEqual({ joinsAmounts: true });
    expect(withOption(decided, 'header', 3)).toEqual({ ...decided, header: 3 });
  });

  it.each(columnTypes)('store the column type %s, which is read back unchanged', (type) => {
    const options = withType({}, 2, type);
    expect(readOptionsSchema.parse(options)).toEqual(options);
    expect(typeOf(options.columns?.[2] ?? {})).toBe(type);
    expect(withType(options, 2, null)).toEqual({});
  });

  it('set the role of a column independently of its type', () => {
    const typeAndRole = withRole(withType({}, 0, 'number-comma'), 0, 'fee');
    expect(typeAndRole.columns).toEqual({ 0: { type: 'number', decimals: 'comma', role: 'fee' } });
    expect(withRole(typeAndRole, 0, undefined).columns).toEqual({ 0: { type: 'number', decimals: 'comma' } });
    expect(withType(typeAndRole, 0, null).columns).toEqual({ 0: { role: 'fee' } });
    expect(withRole({}, 1, null).columns).toEqual({ 1: { role: null } });
  });

  it('are previewed in the encoding that was detected for the whole file', () => {
    const opened = openedWith({ encoding: 'windows-1252' });
    expect(previewOptions({ header: 2 }, opened)).toEqual({ header: 2, encoding: 'windows-1252' });
    expect(previewOptions({ encoding: 'koi8-r' }, opened)).toEqual({ encoding: 'koi8-r' });
  });
});

it('applying the preview stores no decision for a certain detection', () => {
  const opened = openedWith({ encodingCertain: true, layoutCertain: true });
  expect(confirmedOptions({}, opened, preview())).toEqual({});
  expect(confirmedOptions({ header: 'none' }, opened, preview())).toEqual({ header: 'none' });
});

it('applying the preview stores guesses as decisions, so that they are not asked again', () => {
  const opened = openedWith({ encodingCertain: false, layoutCertain: false });
  expect(confirmedOptions({}, opened, preview())).toEqual({ encoding: 'utf-8', separator: ';', header: 0 });
  const shown = preview({ header: 'none' });
  expect(confirmedOptions({ header: 'none' }, opened, shown)).toMatchObject({ header: 'none' });
});

describe('the rows that are offered as header', () => {
  it('are the first thirty, plus the header if it comes later', () => {
    const lines = Array.from({ length: 45 }, (_, row) => [`a${row}`, 'b']);
    expect(headerRows(lines, 3).map(({ row }) => row)).toEqual(Array.from({ length: 30 }, (_, row) => row));
    expect(headerRows(lines, 40).at(-1)?.row).toBe(40);
  });

  it('show at most twelve cells of forty characters, count the hidden cells, and mark empty rows', () => {
    const wide = Array.from({ length: 100 }, (_, cell) => `${cell} ${'x'.repeat(80)}`);
    const [row] = headerRows([wide], null);
    expect([row?.cells.length, row?.more, row?.cells[0]?.length]).toEqual([12, 88, 40]);
    expect(headerRows([['', ' ']], null)).toEqual([{ row: 0, cells: [], more: 0, isEmpty: true }]);
  });
});

it('the header of the viewer names each guess, and counts the lines before it', () => {
  const certain = { encodingCertain: true, layoutCertain: true, preamble: 0 };
  expect(doubtSentence(openedWith(certain))).toBeNull();
  expect(linesBeforeMessage(openedWith(certain))).toBeNull();
  const guessed = { encodingCertain: false, encoding: 'koi8-r', layoutCertain: false, header: 3 } as const;
  expect(doubtSentence(openedWith(guessed))).toBe(
    'The encoding is a guess: KOI8-R (Russian). The header is a guess: Row 4.',
  );
  const withoutHeader = openedWith({ ...guessed, encodingCertain: true, header: null, preamble: 3 });
  expect(doubtSentence(withoutHeader)).toBe('No header was found.');
  expect(linesBeforeMessage(withoutHeader)).toBe('3 lines before the rows');
  expect(linesBeforeMessage(openedWith({ preamble: 1, header: 1 }))).toBe('1 line before the header');
});
