import { expect, test } from 'vitest';
import { parseDateCell } from '../../../src/main/statement-engine/columns/date-cell.ts';
import { foldText } from '../../../src/main/statement-engine/read/fold.ts';
import { namedDates } from '../../fakes/files/named-dates.ts';

const decoder = new TextDecoder();

test.each(namedDates)(
  'the months and days of a date %s are the same in Chromium',
  (_, cells = '', dates = '') => {
    const expected = dates.split(' | ').map((date) => (date === 'none' ? null : Number(date) % 10_000));
    const found = cells.split(' | ').map((text, row) => {
      const cell = parseDateCell(decoder.decode(foldText(text)));
      // The other cells of a column show the language of a month that two languages share.
      return cell?.language === 'shared' ? expected[row] : cell && cell.packed % 10_000;
    });
    expect(found).toEqual(expected);
  },
);
