/**
 * @file Parses SWIFT texts with one or several messages, possibly after an acknowledgement. The headers determine the
 * type of a message; nothing is corrected.
 */
import { type Mt103, type Mt103Field, readMt103 } from './mt103.ts';

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

const maxMessages = 1_000;
const messageStart = /\{1:[A-Z]\d\d[A-Z0-9]{0,12}/g;
const typeSuffixes: Readonly<Record<string, string>> = { STP: '+', REMIT: ' REMIT', COV: ' COV' };

interface MessagePiece {
  readonly text: string;
  /** Number of lines of the text before the message. */
  readonly linesBefore: number;
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}

/** Splits the text at message starts. Text before the first start belongs to the first message unless it has fields. */
function splitMessages(text: string): MessagePiece[] {
  const starts = [...text.matchAll(messageStart)].map(({ index }) => index).slice(0, maxMessages);
  const [firstStart] = starts;
  if (firstStart === undefined) return [{ text, linesBefore: 0 }];
  const pieceStarts = /^:\d\d[A-Z]?:/m.test(text.slice(0, firstStart)) ? [0, ...starts] : starts;
  let linesBefore = 0;
  let previousStart = 0;
  return pieceStarts.map((start, index) => {
    linesBefore += countLines(text.slice(previousStart, start));
    previousStart = start;
    return { text: text.slice(start, pieceStarts[index + 1] ?? text.length), linesBefore };
  });
}

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

const hasField = (fields: readonly Mt103Field[], tag: string) =>
  fields.some((field) => field.tag === tag || field.tag.replace(/[A-Z]$/, '') === tag);

function findType({ blocks, fields }: Mt103): string | null {
  const statedType = /^[IO](\d{3})/.exec(blocks['2'] ?? '')?.[1];
  if (statedType !== undefined) return statedType;
  // Without headers, a customer transfer is recognized by its mandatory fields.
  return hasField(fields, '23B') && hasField(fields, '32A') && hasField(fields, '59') ? '103' : null;
}

function formatTitle(type: string | null, blocks: Mt103['blocks']): string | null {
  if (type === null) return null;
  const flag = /\{119:([A-Z]{3,8})\}/.exec(blocks['3'] ?? '')?.[1] ?? '';
  return `MT${type}${typeSuffixes[flag] ?? ''}`;
}

/** Reads the acknowledgement in a service message; `null` for other messages. */
function readAcknowledgement(text: string): Acknowledgement | null {
  const result = /\{451:([01])\}/.exec(text)?.[1];
  if (result === undefined) return null;
  if (result === '0') return { result: 'accepted', code: null };
  return { result: 'refused', code: /\{405:([A-Z0-9]{1,10})\}/.exec(text)?.[1] ?? null };
}

/** Returns the display name of a service message. */
function formatServiceTitle(text: string): string | null {
  const acknowledgement = readAcknowledgement(text);
  if (acknowledgement === null) return null;
  return acknowledgement.result === 'accepted' ? 'ACK' : 'NAK';
}

function readMessage({ text, linesBefore }: MessagePiece): SwiftMessage {
  const parsed = readMt103(text);
  const fields = parsed.fields.map(
    (field): Mt103Field => ({
      ...field,
      lines: [field.lines[0] + linesBefore, field.lines[1] + linesBefore],
    }),
  );
  const isApplication = text.startsWith('{1:F01') || parsed.blocks['2'] !== undefined || fields.length > 0;
  const isService = !isApplication && parsed.blocks['1'] !== undefined;
  const type = findType(parsed);
  const trailer = parsed.blocks['5'] ?? '';
  return {
    blocks: parsed.blocks,
    fields,
    isComplete: parsed.isComplete || isService,
    type,
    title: isService ? formatServiceTitle(text) : formatTitle(type, parsed.blocks),
    ...readParties(parsed.blocks),
    acknowledgement: isService ? readAcknowledgement(text) : null,
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
