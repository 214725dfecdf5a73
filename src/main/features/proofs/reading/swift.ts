/**
 * @file Parses SWIFT texts with one or several messages, possibly after an acknowledgement. The headers determine the
 * type of a message; nothing is corrected.
 */
import { type Mt103, type Mt103Field, readMt103 } from './mt103.ts';

/** SWIFT's reply to the submission of the message. */
export interface Acknowledgement {
  readonly result: 'accepted' | 'refused';
  /** The code of the reason, such as `H80`. */
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
  /** A system message about another message; it carries no payment. */
  readonly isService: boolean;
  readonly isTraining: boolean;
  readonly isPossibleDuplicate: boolean;
}

const maxMessages = 1_000;
const messageStart = /\{1:[A-Z]\d\d[A-Z0-9]{0,12}/g;
const typeSuffixes: Readonly<Record<string, string>> = { STP: '+', REMIT: ' REMIT', COV: ' COV' };

interface Piece {
  readonly text: string;
  /** Lines of the text before this message. */
  readonly linesBefore: number;
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}

/** Splits the text at message starts. Text before the first start belongs to the first message unless it has fields. */
function splitMessages(text: string): Piece[] {
  const starts = [...text.matchAll(messageStart)].map(({ index }) => index).slice(0, maxMessages);
  const [first] = starts;
  if (first === undefined) return [{ text, linesBefore: 0 }];
  const cuts = /^:\d\d[A-Z]?:/m.test(text.slice(0, first)) ? [0, ...starts] : starts;
  let linesBefore = 0;
  let at = 0;
  return cuts.map((start, index) => {
    linesBefore += countLines(text.slice(at, start));
    at = start;
    return { text: text.slice(start, cuts[index + 1] ?? text.length), linesBefore };
  });
}

/** Reduces a 12-letter terminal address to its BIC, without the terminal letter and a branch `XXX`. */
function bicOf(address: string | undefined): string | null {
  const parts = /^([A-Z0-9]{8})[A-Z0-9]?([A-Z0-9]{3})?$/.exec(address ?? '');
  if (parts === null) return null;
  const branch = parts[2] ?? 'XXX';
  return branch === 'XXX' ? (parts[1] ?? null) : `${parts[1]}${branch}`;
}

function partiesOf(blocks: Mt103['blocks']): Pick<SwiftMessage, 'sender' | 'receiver'> {
  const own = bicOf(/^[A-Z]\d\d([A-Z0-9]{8,12})/.exec(blocks['1'] ?? '')?.[1]);
  const second = blocks['2'] ?? '';
  const input = /^I\d{3}([A-Z0-9]{8,12})/.exec(second);
  if (input !== null) return { sender: own, receiver: bicOf(input[1]) };
  const output = /^O\d{3}\d{4}\d{6}([A-Z0-9]{12})/.exec(second);
  if (output !== null) return { sender: bicOf(output[1]), receiver: own };
  return { sender: null, receiver: null };
}

const hasField = (fields: readonly Mt103Field[], tag: string) =>
  fields.some((field) => field.tag === tag || field.tag.replace(/[A-Z]$/, '') === tag);

function typeOf({ blocks, fields }: Mt103): string | null {
  const stated = /^[IO](\d{3})/.exec(blocks['2'] ?? '')?.[1];
  if (stated !== undefined) return stated;
  // Without headers, a customer transfer is recognized by its mandatory fields.
  return hasField(fields, '23B') && hasField(fields, '32A') && hasField(fields, '59') ? '103' : null;
}

function titleOf(type: string | null, blocks: Mt103['blocks']): string | null {
  if (type === null) return null;
  const flag = /\{119:([A-Z]{3,8})\}/.exec(blocks['3'] ?? '')?.[1] ?? '';
  return `MT${type}${typeSuffixes[flag] ?? ''}`;
}

/** The acknowledgement in a service message; `null` for other messages. */
function acknowledgementOf(text: string): Acknowledgement | null {
  const result = /\{451:([01])\}/.exec(text)?.[1];
  if (result === undefined) return null;
  if (result === '0') return { result: 'accepted', code: null };
  return { result: 'refused', code: /\{405:([A-Z0-9]{1,10})\}/.exec(text)?.[1] ?? null };
}

/** Display name of a service message. */
function serviceTitle(text: string): string | null {
  const acknowledgement = acknowledgementOf(text);
  if (acknowledgement === null) return null;
  return acknowledgement.result === 'accepted' ? 'ACK' : 'NAK';
}

function messageOf({ text, linesBefore }: Piece): SwiftMessage {
  const read = readMt103(text);
  const fields = read.fields.map(
    (field): Mt103Field => ({
      ...field,
      lines: [field.lines[0] + linesBefore, field.lines[1] + linesBefore],
    }),
  );
  const isApplication = text.startsWith('{1:F01') || read.blocks['2'] !== undefined || fields.length > 0;
  const isService = !isApplication && read.blocks['1'] !== undefined;
  const type = typeOf(read);
  const trailer = read.blocks['5'] ?? '';
  return {
    blocks: read.blocks,
    fields,
    complete: read.complete || isService,
    type,
    title: isService ? serviceTitle(text) : titleOf(type, read.blocks),
    ...partiesOf(read.blocks),
    acknowledgement: isService ? acknowledgementOf(text) : null,
    isService,
    isTraining: trailer.includes('{TNG:'),
    isPossibleDuplicate: /\{PD[EM]:/.test(trailer),
  };
}

/**
 * Messages of a text in order, at least one. An acknowledgement belongs to the message that follows it; alone, it is a
 * message of its own.
 */
export function readSwift(text: string): SwiftMessage[] {
  const messages: SwiftMessage[] = [];
  let service: SwiftMessage | null = null;
  for (const piece of splitMessages(text)) {
    const message = messageOf(piece);
    if (message.isService) {
      if (service !== null) messages.push(service);
      service = message;
      continue;
    }
    messages.push(service === null ? message : { ...message, acknowledgement: service.acknowledgement });
    service = null;
  }
  if (service !== null) messages.push(service);
  return messages;
}
