/** @file Splits a SWIFT text into its messages: at their headers, or without headers at the first field of each. */

const maxMessages = 1_000;
const messageStart = /\{1:[A-Z]\d\d[A-Z0-9]{0,12}/g;
const tagPattern = /^\s{0,8}(?:\{?4:)?\s{0,8}:(\d{2,3})[A-Z]?:/;
const endPattern = /^\s{0,8}-\s{0,8}$|^\}|-\}/;

interface MessagePiece {
  readonly text: string;
  /** Number of lines of the text before the message. */
  readonly linesBefore: number;
}

const countLines = (text: string) => text.split(/\r\n|\n|\r/).length - 1;

/**
 * Finds the messages of a text without headers. A message starts behind a line `-` or `-}` if its first field is 20 or
 * its type (`:940:`), else at a repeated field 20, unless a sum (field 19) shows that each transaction has its own field 20.
 */
function findBareStarts(text: string): number[] {
  const starts = [0];
  const tags = new Set<string>();
  let endOfMark: number | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const tag = tagPattern.exec(line)?.[1];
    if (tag !== undefined) {
      const isRepeated = (tags.has('20') && !tags.has('19')) || tag.length === 3;
      const isStart = (tag === '20' || tag.length === 3) && (endOfMark !== null || isRepeated);
      if (isStart && tags.size > 0) {
        starts.push(endOfMark ?? index);
        tags.clear();
      }
      tags.add(tag);
      endOfMark = null;
    }
    if (endPattern.test(line)) endOfMark = index + line.length;
  }
  return starts;
}

/** Splits a text. Text before the first header belongs to the first message unless it has fields. */
export function splitMessages(text: string): MessagePiece[] {
  const headers = [...text.matchAll(messageStart)].map(({ index }) => index);
  const front = text.slice(0, headers[0] ?? text.length);
  const hasBareMessages = headers.length === 0 || /^:\d\d[A-Z]?:/m.test(front);
  const starts = [...(hasBareMessages ? findBareStarts(front) : []), ...headers].slice(0, maxMessages);
  let linesBefore = 0;
  let previousStart = 0;
  return starts.map((start, index) => {
    linesBefore += countLines(text.slice(previousStart, start));
    previousStart = start;
    return { text: text.slice(start, starts[index + 1] ?? text.length), linesBefore };
  });
}
