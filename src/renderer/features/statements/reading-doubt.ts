/** @file What is only a guess about how a file was read, in sentences. */
import type { Opened } from '../../../shared/model/review.ts';
import { statementReadingMessages } from '../../../shared/words/statement-reading.ts';

const messages = statementReadingMessages;

/** The sentences; `null` when nothing is a guess. */
export function doubtSentence(opened: Opened): string | null {
  const sentences = [
    ...(opened.encodingCertain ? [] : [messages.doubt.encoding(messages.encodings[opened.encoding])]),
    ...(opened.layoutCertain
      ? []
      : [
          opened.header === null
            ? messages.doubt.noHeader
            : messages.doubt.header(messages.header.row(opened.header)),
        ]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** How many lines are before the rows, for their link; `null` when there are none. */
export function linesBeforeMessage(opened: Opened): string | null {
  if (opened.preamble === 0) return null;
  return opened.header === null
    ? messages.linesBefore.data(opened.preamble)
    : messages.linesBefore.header(opened.preamble);
}
