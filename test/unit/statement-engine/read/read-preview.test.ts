/** @file The preview of a file that is read with the options of the clerk. */
import { describe, expect, it } from 'vitest';
import { copyBeginning, readPreview } from '../../../../src/main/statement-engine/read/preview.ts';
import { readPreviewSchema } from '../../../../src/shared/model/statements/open-statement.ts';
import { bytesOf } from '../../../fakes/files/text-statement.ts';

const rows = ['2026-01-02;a;1,50', '2026-01-03;b;2,50', '2026-01-04;c;3,50'];
const lines = ['Account;000123', 'Printed;2026-02-01', 'Date;Text;Amount', ...rows];
const split = (texts: readonly string[]) => texts.map((line) => line.split(';'));

describe('the preview of a file', () => {
  it('returns the first rows of the file, and the first data rows for the options', () => {
    const preview = readPreview(bytesOf(lines), { header: 2 });
    expect(preview).toMatchObject({ lines: split(lines), rows: split(rows), opened: { header: 2 } });
  });

  it('returns what is detected for every column regardless of the choices of the clerk', () => {
    const options = { header: 2, columns: { 2: { type: 'text', role: null }, 0: { type: 'text' } } } as const;
    const { opened, found } = readPreview(bytesOf(lines), options);
    expect(opened.columns.map(({ name }) => name)).toEqual(['Date', 'Text', 'Amount']);
    expect(found.columns.map(({ kind }) => kind)).toEqual(['date', 'text', 'number']);
    expect(found.columns[2]?.role).toBe('amount');
    expect(found.separator).toBe(';');
  });

  it('splits a line at the separator, but not within quotes', () => {
    const preview = readPreview(bytesOf('2026-01-02;"Moosbacher; Tönne";-20,82\n'), { separator: ';' });
    expect(preview.lines[0]).toEqual(['2026-01-02', 'Moosbacher; Tönne', '-20,82']);
  });

  it.each([
    ['empty', ''],
    ['of one column', 'a\nb\nc'],
    ['of 300 columns', `${Array.from({ length: 300 }, (_, index) => `Column ${index}`).join(',')}\n`],
    ['of one endless line', 'x'.repeat(600_000)],
  ])('matches its contract for a file that is %s', (_, text) => {
    const preview = readPreview(bytesOf(text), {});
    expect(readPreviewSchema.safeParse(preview).success).toBe(true);
  });
});

describe('the beginning of a long file', () => {
  it('ends at the end of a line, so that no character is split', () => {
    const line = 'Überweisung,1.00\n';
    const bytes = bytesOf(line.repeat(40_000));
    const beginning = copyBeginning(bytes);
    expect(beginning.length).toBeLessThanOrEqual(256 * 1024);
    expect(readPreview(bytes, {}).found.encoding).toBe('utf-8');
  });

  it('ends with a whole character in an encoding of two bytes per character', () => {
    const bytes = Buffer.from('Überweisung,1.00\n'.repeat(40_000), 'utf16le');
    expect(copyBeginning(bytes).length % 2).toBe(0);
    expect(readPreview(bytes, { encoding: 'utf-16le' }).rows[0]).toEqual(['Überweisung', '1.00']);
  });
});
