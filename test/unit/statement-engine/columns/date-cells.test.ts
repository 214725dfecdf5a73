/** @file Dates in the notations of banks are read, and cells that only look like dates are not. */
import { describe, expect, test } from 'vitest';
import { sortRows } from '../../../../src/main/statement-engine/query/order.ts';
import type { OpenOptions } from '../../../../src/main/statement-engine/read/table.ts';
import { namedDates } from '../../../fakes/files/named-dates.ts';
import { tableOf as openText } from '../../../fakes/files/text-statement.ts';
import { rowsOf } from '../../rows-of.ts';

/** Opens a file with the cells, which have ` | ` between them, and a second column of text. */
function tableOf(cells: string | readonly string[], options: OpenOptions = {}) {
  const lines = (typeof cells === 'string' ? cells.split(' | ') : cells).map((cell) => `"${cell}";x`);
  return openText(['Date;Text', ...lines], { separator: ';', header: 0, ...options });
}

/** Returns the dates as digits, `none` for an unread cell; the kind of a column without dates. */
function valuesOrKindOf(cells: string | readonly string[], options: OpenOptions = {}): string | undefined {
  const column = tableOf(cells, options).columns[0];
  return column?.kind === 'date'
    ? Array.from(column.values, (value) => value || 'none').join(' | ')
    : column?.kind;
}

describe('a date', () => {
  test.each([
    ...namedDates,
    ...rowsOf(`
with a year of two digits after points => 05.12.25 | 31.01.26 => 20251205 | 20260131
with a year of two digits, the month first => 2/20/19 | 2/8/19 => 20190220 | 20190208
with a year of two digits, the day first => 20/2/19 | 8/2/19 => 20190220 | 20190208
with a short name for the month => 18 Jun 2021 | 7 Nov 2013 => 20210618 | 20131107
with a short name and dashes => 18-Jun-21 | 02-Dec-2019 => 20210618 | 20191202
name first => Jun 18, 2021 | December 2nd, 2019 | Jun-01-2021 => 20210618 | 20191202 | 20210601
with the name between year and day => 2021-Jun-18 | 2021-Dec-02 => 20210618 | 20211202
with a weekday => Fri, 18 Jun 2021 | Friday 18 June 2021 => 20210618 | 20210618
of eight digits => 20191213 | 20200131 => 20191213 | 20200131
of 14 digits with a zone => 20091224120000[0:GMT] | 20091223120000[0:GMT] => 20091224 | 20091223
with a time in UTC => 2021-06-18T10:00:00Z | 2021-06-19T10:00:00.123+02:00 => 20210618 | 20210619
of a Japanese era => 令和7年11月5日 | 平成31年4月30日 | 令和元年5月1日 => 20251105 | 20190430 | 20190501
of an era by its letter => R7.11.05 | H31.4.30 | R07/12/31 => 20251105 | 20190430 | 20251231
in years of the Republic of China => 114/11/05 | 113/01/31 => 20251105 | 20240131
of the Republic of China, named => 民國114年11月5日 | 民國113年1月31日 => 20251105 | 20240131
in Arabic digits => ٢٠٢٥/١١/٠٥ | ٢٠٢٥/١٢/٣١ => 20251105 | 20251231
in full-width digits => ２０２５／１１／０５ | ２０２５／１２／３１ => 20251105 | 20251231
with parts of one digit, the year first => 2021/6/8 | 2021/12/31 => 20210608 | 20211231
with a time and points => 8.6.2021 14:05 | 31.12.2021 09:30 => 20210608 | 20211231
with a time of twelve hours => 12/27/2019 7:33 PM | 1/2/2020, 12:05 a.m. => 20191227 | 20200102
with a point at its end => 2019.04.19. | 2019.04.17. => 20190419 | 20190417
with blanks after its points => 2019. 04. 19. | 18. 6. 2021 => 20190419 | 20210618
with Chinese and Japanese signs => 2019年9月7日 | 2019年12月31日 => 20190907 | 20191231
with a fraction => 28.06.2013 00:00:30:989 | 01.07.2013 00:00:31:010 => 20130628 | 20130701
as JavaScript and other programs print dates => Fri Jun 18 2021 10:00:00 GMT+0200 (CEST) | 20 Sep 2022 at 10:45 => 20210618 | 20220920
of eight digits before a time => 20210618 10:00:00 | 20210619 1:05 => 20210618 | 20210619
in a column with dashes for missing dates => 8/20/2020 | -- | 8/10/2020 | - | - => 20200820 | none | 20200810 | none | none
in a column with the label of a total => 08/24/2020 13:42:07 | 08/30/2020 13:42:07 | Total => 20200824 | 20200830 | none
with the date that it corrects => 04/01/2020 as of 03/31/2020 | 04/13/2020 => 20200401 | 20200413
`),
  ])('%s is read', (_, cells, expected) => {
    expect(valuesOrKindOf(cells)).toBe(expected);
  });

  test.each([
    ['German', '18. Juni 2021 | 3. März 2021 | 1. Dez. 2021 | 2. Mrz. 2021 | 5 Okt 2021'],
    ['French', '18 juin 2021 | 3 mars 2021 | 1er déc. 2021 | 2 févr. 2021 | 5 août 2021'],
    ['Spanish', '18 de junio de 2021 | 3 mar. 2021 | 1 ene 2021 | 2 feb 2021 | 5 ago 2021'],
    ['Portuguese', '18 de junho de 2021 | 3 de março de 2021 | 1 dez 2021 | 2 fev. 2021 | 5 set 2021'],
    ['Italian', '18 giugno 2021 | 3 mar 2021 | 1 gen 2021 | 2 feb 2021 | 5 set 2021'],
    ['Dutch', '18 juni 2021 | 3 maart 2021 | 1 mrt 2021 | 2 mei 2021 | 5 okt. 2021'],
    ['Swedish', '18 juni 2021 | 3 mars 2021 | 1 maj 2021 | 2 aug. 2021 | 5 okt 2021'],
    ['Polish', '18 czerwca 2021 | 3 marca 2021 | 1 paź 2021 | 2 lis 2021 | 5 gru 2021'],
    ['Czech', '18. června 2021 | 3. března 2021 | 1. led 2021 | 2. října 2021 | 5. srpna 2021'],
    ['Hungarian', '2021. jún. 18 | 2021-márc-3 | 2021-szept-1 | 2021-okt-2 | 2021-dec-5'],
    ['Turkish', '18 Haziran 2021 | 3 Mart 2021 | 1 Oca 2021 | 2 Ağu 2021 | 5 Eki 2021'],
    ['Russian', '18 июня 2021 | 3 марта 2021 г. | 1 янв. 2021 | 2 сентября 2021 | 5 окт. 2021'],
  ])('with a month name in %s is read', (_, cells) => {
    expect(tableOf(cells).columns[0]).toMatchObject({ kind: 'date', bad: 0 });
    expect(valuesOrKindOf(cells)).toMatch(/^20210618( \| 2021\d{4})+$/);
  });

  test.each([
    ['of the last century', '05.12.94 | 31.01.95', '19941205 | 19950131'],
    ['on both sides of the year 2000', '05.12.99 | 31.01.00', '19991205 | 20000131'],
    ['near to the other years of its column', '05.12.68 | 31.01.72', '19681205 | 19720131'],
    ['of the Thai calendar in full beside others', '29/02/2567 | 31/01/2567', '20240229 | 20240131'],
  ])('with a two-digit year %s gets the right century', (_, cells, expected) => {
    expect(valuesOrKindOf(cells)).toBe(expected);
  });

  test.each([
    ['a column of identifiers', '20191213 | 20191399 | 48151623'],
    [
      'identifiers of which many could be days',
      '20191210 | 20191211 | 20191212 | 20191213 | 20191214 | 20191215 | 20191216 | 20191217 | 99999999 | 12345678',
    ],
    ['version numbers', '1.2.2021.4 | 1.2.2021.5'],
    ['days that do not exist', '2026-02-30 | 31.04.2026 | 30 Feb 2021'],
    ['words', '18 Bananas 2021 | 3 Marchers 2021'],
    ['sort codes of banks', '11-01-07 | 11-01-07 | 11-01-07'],
    ['periods of two days', '2024-01-20 08:00 - 2024-01-20 09:30 | 2024-02-10 00:00 - 2024-02-11 05:00'],
    ['times that do not exist', '2024-01-20 25:00 | 2024-01-20 12:61'],
  ])('is not recognized in %s', (_, cells) => {
    expect(valuesOrKindOf(cells)).toMatch(/^[a-z]+$/);
  });
});

test.each([
  ['with the year first', '2026-01-31 | 2026-02-01T10:00:00Z', 'year-first', '20260131 | 20260201'],
  ['with points', '31.01.2026 | 01.02.2026', 'day-first', '20260131 | 20260201'],
  ['of which one shows that the day is first', '31/01/2026 | 01/02/2026', 'day-first', '20260131 | 20260201'],
  ['of which one shows the month first', '01/31/2026 | 02/01/2026', 'month-first', '20260131 | 20260201'],
  ['of which none shows the order', '01/02/2026 | 03/04/2026', null, 'undecided'],
  ['whose days equal their months', '01/01/2026 | 02/02/2026', 'day-first', '20260101 | 20260202'],
  ['of eight digits, which are never summed', '20191213 | 20200229', 'year-first', '20191213 | 20200229'],
])('dates %s have the expected rule', (_, cells, rule, values) => {
  const [column] = tableOf(cells).columns;
  expect([column?.kind === 'date' ? column.rule : null, valuesOrKindOf(cells)]).toEqual([rule, values]);
});

describe('a column of dates', () => {
  const days = Array.from({ length: 19 }, (_, day) => `${String(day + 1).padStart(2, '0')}/03/2026`);

  // The last one contradicts the order of the other dates.
  test.each(['Pending', 'Date', 'Total', '32/03/2026', '03/25/2026'])(
    'stays a date column with a cell of %s, which is marked',
    (cell) => {
      const column = tableOf([...days, cell]).columns[0];
      expect(column).toMatchObject({ kind: 'date', rule: 'day-first', bad: 1 });
      expect(column?.kind === 'date' && [...column.badRows, column.values[19]]).toEqual([19, 0]);
    },
  );

  test('with an ambiguous order of day and month stays undecided unless another column of the file is unambiguous', () => {
    const ambiguous = openText('Booked,Text\n01/02/2026,a\n03/04/2026,b\n').columns[0];
    expect(ambiguous).toMatchObject({ kind: 'undecided', of: 'date' });
    const decided = openText('Booked,Value,Text\n01/02/2026,13/02/2026,a\n03/04/2026,14/02/2026,b\n')
      .columns[0];
    const values = Int32Array.of(20260201, 20260403);
    expect(decided).toMatchObject({ kind: 'date', rule: 'day-first', values });
  });

  test('is read as the clerk chose, and cells that are not dates are marked', () => {
    const choose = (choice: NonNullable<OpenOptions['columns']>[string]) => ({ columns: { 0: choice } });
    const chosen = tableOf(
      '01/02/2026 | soon | later | never',
      choose({ type: 'date', dates: 'month-first' }),
    );
    expect(chosen.columns[0]).toMatchObject({ kind: 'date', rule: 'month-first', bad: 3 });
    expect(valuesOrKindOf('2026-01-01', choose({ type: 'text' }))).toBe('text');
    expect(valuesOrKindOf('01/02/2026', choose({ dates: 'day-first' }))).toBe('20260201');
  });

  test.each([
    [
      'times',
      '8.6.2021 14:05 | 8.6.2021 09:30 | 7.6.2021 23:59 |  | 8.6.2021 9:30:01 | 8.6.2021 09:30',
      [2, 1, 5, 4, 0, 3],
      [0, 4, 1, 5, 2, 3],
    ],
    ['seconds', '2021-06-08 10:00:01 | 2021-06-08T10:00:00Z | 2021-06-08 09:59:59.500', [2, 1, 0], [0, 1, 2]],
    [
      'midnights, like one without times,',
      '2021-06-09 00:00:00 | 2021-06-08 00:00:00 | 2021-06-09 00:00:00',
      [1, 0, 2],
      [0, 2, 1],
    ],
  ])('with %s is sorted by time within a day', (_, cells, ascending, descending) => {
    const sort = (isDescending: boolean) => [
      ...sortRows(tableOf(cells), { column: 0, descending: isDescending }),
    ];
    expect([sort(false), sort(true)]).toEqual([ascending, descending]);
  });
});

test('an ambiguous month name is unread if no other cell shows its language', () => {
  expect(valuesOrKindOf('5 listopada 2025 | 31 listopada 2025')).toBe('text');
  const values = valuesOrKindOf('5 listopada 2025 | 3 prosinca 2025 | 3 grudnia 2025');
  expect(values).toBe('none | 20251203 | 20251203');
});

const languages =
  'bg hr cs da nl en et fi fr de el hu ga it lv lt mt pl pt ro sk sl es sv nb nn is uk be sr bs mk sq tr ca gl cy lb ru';

test.each(languages.split(' '))('month names in the language %s are read beside a day', (language) => {
  const calendar = { calendar: 'gregory', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', ...calendar });
  const cells = Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(new Date(Date.UTC(2025, month, 17)));
    return `17. ${parts.find(({ type }) => type === 'month')?.value} 2025`;
  });
  expect(valuesOrKindOf(cells)).toBe(cells.map((_, month) => 20250117 + month * 100).join(' | '));
});

test.each([
  ['two digits', '31/01/67', '01/02/67', '20240131,20240201'],
  ['a short month', '31 ม.ค. 67', '9 มี.ค. 67', '20240131,20240309'],
  ['a month in Thai', '31 มกราคม 2567', '1 กุมภาพันธ์ 2567', '20240131,20240201'],
])('in a Thai file, a date with %s is of the Thai calendar', (_, first, second, expected) => {
  const [column] = openText(`วันที่,รายการ\n${first},a\n${second},b`).columns;
  expect(column?.kind === 'date' ? [...column.values].join() : column?.kind).toBe(expected);
});
