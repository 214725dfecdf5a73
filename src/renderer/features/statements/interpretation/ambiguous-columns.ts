/** @file Columns that can be read in two ways, combined into a question about numbers and a question about dates. */
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { ReadOptions, StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import { columnNameOf } from './column-names.ts';

/** Maximum number of columns named in a question; further columns are counted. */
const maxNamed = 3;

/** One question with its two answers. */
interface AmbiguousColumns {
  readonly question: string;
  readonly answers: readonly {
    readonly label: string;
    readonly decided: Pick<ReadOptions, 'decimals' | 'dates'>;
  }[];
}

function namesOf(columns: readonly StatementColumn[], doubt: StatementColumn['doubt']): readonly string[] {
  const names = columns.flatMap((column, index) =>
    column.doubt === doubt ? [columnNameOf(column, index)] : [],
  );
  if (names.length <= maxNamed + 1) return names;
  const unnamedCount = names.length - maxNamed;
  return [
    ...names.slice(0, maxNamed),
    t('statementInterpretation.unread.moreColumns', { count: unnamedCount }),
  ];
}

/** Returns a question for the columns with ambiguous numbers and a question for those with ambiguous dates. */
export function ambiguousColumns(columns: readonly StatementColumn[]): readonly AmbiguousColumns[] {
  const numbers = namesOf(columns, 'number');
  const dates = namesOf(columns, 'date');
  return [
    ...(numbers.length === 0
      ? []
      : [
          {
            question: t('statementInterpretation.ambiguous.numbers', { columns: formatList(numbers) }),
            answers: (['point', 'comma'] as const).map((decimals) => ({
              label: t(`statementInterpretation.ambiguous.${decimals}`),
              decided: { decimals },
            })),
          },
        ]),
    ...(dates.length === 0
      ? []
      : [
          {
            question: t('statementInterpretation.ambiguous.dates', { columns: formatList(dates) }),
            answers: (['day-first', 'month-first'] as const).map((order) => ({
              label: t(`statementInterpretation.dateOrder.${order}`),
              decided: { dates: order },
            })),
          },
        ]),
  ];
}
