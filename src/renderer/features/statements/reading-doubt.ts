/** @file What is only a guess about how a file was read, in sentences. */
import { t } from '../../../shared/messages/index.ts';
import type { Opened } from '../../../shared/model/review.ts';
import { encodingLabel } from './encoding-names.ts';

/** The sentences; `null` when nothing is a guess. */
export function doubtSentence(opened: Opened): string | null {
  const sentences = [
    ...(opened.encodingCertain
      ? []
      : [t('statementReading.doubt.encoding', { encoding: encodingLabel(opened.encoding) })]),
    ...(opened.layoutCertain
      ? []
      : [
          opened.header === null
            ? t('statementReading.doubt.noHeader')
            : t('statementReading.doubt.header', {
                row: t('statementReading.header.row', { row: opened.header + 1 }),
              }),
        ]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** How many lines are before the rows, for their link; `null` when there are none. */
export function linesBeforeMessage(opened: Opened): string | null {
  if (opened.preamble === 0) return null;
  return opened.header === null
    ? t('statementReading.linesBefore.data', { count: opened.preamble })
    : t('statementReading.linesBefore.header', { count: opened.preamble });
}
