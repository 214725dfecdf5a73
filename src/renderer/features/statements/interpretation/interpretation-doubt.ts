/** @file Sentences about uncertain guesses in the reading of a file. */
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { Opened } from '../../../../shared/model/statements/open-statement.ts';
import { encodingLabel } from './encoding-names.ts';

/** Returns the sentences; `null` if nothing is uncertain, or if commas that divide amounts explain it. */
export function doubtSentence(opened: Opened): string | null {
  const sentences = [
    ...(opened.encodingCertain
      ? []
      : [t('statementInterpretation.doubt.encoding', { encoding: encodingLabel(opened.encoding) })]),
    ...(opened.layoutCertain || opened.unquotedAmount !== null
      ? []
      : [
          opened.header === null
            ? t('statementInterpretation.doubt.noHeader')
            : t('statementInterpretation.doubt.header', {
                row: t('statementInterpretation.header.row', { row: opened.header + 1 }),
              }),
        ]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Says which cells may be one amount. */
export function commasSentence({ row, cells }: NonNullable<Opened['unquotedAmount']>): string {
  const quoted = cells.map((cell) => t('statementInterpretation.commas.cell', { cell }));
  return t('statementInterpretation.commas.lead', {
    row: row + 1,
    cells: formatList(quoted),
    amount: cells.join(','),
  });
}

/** Label of the link to the lines before the header; `null` if there are none. */
export function linesBeforeMessage(opened: Opened): string | null {
  if (opened.preamble === 0) return null;
  return opened.header === null
    ? t('statementInterpretation.linesBefore.data', { count: opened.preamble })
    : t('statementInterpretation.linesBefore.header', { count: opened.preamble });
}
