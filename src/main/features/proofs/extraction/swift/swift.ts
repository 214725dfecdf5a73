/**
 * @file Parses SWIFT texts with one or several messages, possibly after an acknowledgement. The headers determine the
 * type of a message; nothing is corrected.
 */
import { findField, type Mt103, type Mt103Field, readMt103 } from './mt103.ts';

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
function splitMessages(text: string): MessagePiece[] {
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

/** SWIFT's reply to the submission of the message. */
interface Acknowledgement {
  readonly result: 'accepted' | 'refused';
  /** Code of the reason for the refusal, such as `H80`. */
  readonly code: string | null;
}

export interface SwiftMessage extends Mt103 {
  /** Three digits, such as `103`; `null` when no header states the type. */
  readonly type: string | null;
  /** Display name, such as `MT103+` or `MT202 COV`; `null` when unknown. */
  readonly title: string | null;
  /** BIC of eight or eleven letters; `null` when the headers do not state it. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly acknowledgement: Acknowledgement | null;
  /** True for a system message about another message, which carries no payment. */
  readonly isService: boolean;
  readonly isTraining: boolean;
  readonly isPossibleDuplicate: boolean;
}

const typeSuffixes: Readonly<Record<string, string>> = { STP: '+', REMIT: ' REMIT', COV: ' COV' };

/** Returns the BIC of a terminal address of twelve letters, without the terminal letter and a branch `XXX`. */
function parseBic(address: string | undefined): string | null {
  const parts = /^([A-Z0-9]{8})[A-Z0-9]?([A-Z0-9]{3})?$/.exec(address ?? '');
  if (parts === null) return null;
  const branch = parts[2] ?? 'XXX';
  return branch === 'XXX' ? (parts[1] ?? null) : `${parts[1]}${branch}`;
}

function readParties(blocks: Mt103['blocks']): Pick<SwiftMessage, 'sender' | 'receiver'> {
  const ownBic = parseBic(/^[A-Z]\d\d([A-Z0-9]{8,12})/.exec(blocks['1'] ?? '')?.[1]);
  const applicationHeader = blocks['2'] ?? '';
  const inputHeader = /^I\d{3}([A-Z0-9]{8,12})/.exec(applicationHeader);
  if (inputHeader !== null) return { sender: ownBic, receiver: parseBic(inputHeader[1]) };
  const outputHeader = /^O\d{3}\d{4}\d{6}([A-Z0-9]{12})/.exec(applicationHeader);
  if (outputHeader !== null) return { sender: parseBic(outputHeader[1]), receiver: ownBic };
  return { sender: null, receiver: null };
}

/** Types that are recognized without headers, by their mandatory fields. */
const fieldsByType: readonly (readonly [type: string, ...tags: string[]])[] = [
  ['103', '23B', '32A', '59'],
  // A statement without field 86 may be an MT950 as well.
  ['940', '60', '61', '86'],
  ['942', '28', '34F'],
];

/** A line in front of the fields that states the type: `940` (ABN AMRO) or `:940:` (Rabobank). */
const typeLine = /^:?([1-9]\d\d):?\s*$/m;

function findType(message: Mt103, text: string): string | null {
  const statedType =
    /^[IO](\d{3})/.exec(message.blocks['2'] ?? '')?.[1] ??
    typeLine.exec(text.slice(0, Math.max(0, text.search(/^:\d\d[A-Z]?:/m))))?.[1];
  if (statedType !== undefined) return statedType;
  const found = fieldsByType.find(([, ...tags]) => tags.every((tag) => findField(message, tag) !== null));
  return found?.[0] ?? null;
}

function formatTitle(type: string | null, blocks: Mt103['blocks']): string | null {
  if (type === null) return null;
  const flag = /\{119:([A-Z]{3,8})\}/.exec(blocks['3'] ?? '')?.[1] ?? '';
  return `MT${type}${typeSuffixes[flag] ?? ''}`;
}

const titles = { accepted: 'ACK', refused: 'NAK' };

/** Reads the acknowledgement in a service message; `null` for other messages. */
function readAcknowledgement(text: string): Acknowledgement | null {
  const result = /\{451:([01])\}/.exec(text)?.[1];
  if (result === undefined) return null;
  if (result === '0') return { result: 'accepted', code: null };
  return { result: 'refused', code: /\{405:([A-Z0-9]{1,10})\}/.exec(text)?.[1] ?? null };
}

function readMessage({ text, linesBefore }: ReturnType<typeof splitMessages>[number]): SwiftMessage {
  const parsed = readMt103(text);
  const fields = parsed.fields.map(
    (field): Mt103Field => ({
      ...field,
      lines: [field.lines[0] + linesBefore, field.lines[1] + linesBefore],
    }),
  );
  const isApplication = text.startsWith('{1:F01') || parsed.blocks['2'] !== undefined || fields.length > 0;
  const isService = !isApplication && parsed.blocks['1'] !== undefined;
  const acknowledgement = isService ? readAcknowledgement(text) : null;
  const type = findType(parsed, text);
  const trailer = parsed.blocks['5'] ?? '';
  return {
    blocks: parsed.blocks,
    fields,
    isComplete: parsed.isComplete || isService,
    type,
    title: acknowledgement === null ? formatTitle(type, parsed.blocks) : titles[acknowledgement.result],
    ...readParties(parsed.blocks),
    acknowledgement,
    isService,
    isTraining: trailer.includes('{TNG:'),
    isPossibleDuplicate: /\{PD[EM]:/.test(trailer),
  };
}

/**
 * Reads the messages of a text in order, at least one. An acknowledgement belongs to the message that follows. Without
 * a following message the acknowledgement counts as a message.
 */
export function readSwift(text: string): SwiftMessage[] {
  const messages: SwiftMessage[] = [];
  let pendingService: SwiftMessage | null = null;
  for (const piece of splitMessages(text)) {
    const message = readMessage(piece);
    if (message.isService) {
      if (pendingService !== null) messages.push(pendingService);
      pendingService = message;
      continue;
    }
    messages.push(
      pendingService === null ? message : { ...message, acknowledgement: pendingService.acknowledgement },
    );
    pendingService = null;
  }
  if (pendingService !== null) messages.push(pendingService);
  return messages;
}
