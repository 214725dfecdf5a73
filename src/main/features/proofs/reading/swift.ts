/**
 * @file The messages in a SWIFT text: several can stand in one, behind each other or behind an acknowledgement. What a
 * message is, is read from its headers; nothing is corrected.
 */
import { type Mt103, type Mt103Field, readMt103 } from './mt103.ts';

/** What SWIFT answered when the message was given to it. */
export interface Acknowledgement {
  readonly result: 'accepted' | 'refused';
  /** The code of the reason, such as `H80`. */
  readonly code: string | null;
}

/** One message of a text. */
export interface SwiftMessage extends Mt103 {
  /** Three digits, such as `103`; `null` without a header that says so. */
  readonly type: string | null;
  /** What a clerk calls it, such as `MT103+` or `MT202 COV`; `null` when that is not known. */
  readonly title: string | null;
  /** Business identifier codes of eight or eleven letters; `null` when the headers do not tell. */
  readonly sender: string | null;
  readonly receiver: string | null;
  readonly acknowledgement: Acknowledgement | null;
  /** It carries no payment but says something about another message. */
  readonly isService: boolean;
  readonly isTraining: boolean;
  readonly isPossibleDuplicate: boolean;
}

/** The most messages of a text that are read. */
const maxMessages = 1_000;
const messageStart = /\{1:[A-Z]\d\d[A-Z0-9]{0,12}/g;
const typeSuffixes: Readonly<Record<string, string>> = { STP: '+', REMIT: ' REMIT', COV: ' COV' };

interface Piece {
  readonly text: string;
  /** Lines of the whole text that are before it. */
  readonly linesBefore: number;
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1;
}

/** The text, cut where a message begins. What stands before the first one belongs to it unless it has fields. */
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

/** BIC of a terminal's address of twelve letters: without the letter of the terminal, and without a branch `XXX`. */
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
  // Without headers, a customer's transfer is known by the fields that only it must have.
  return hasField(fields, '23B') && hasField(fields, '32A') && hasField(fields, '59') ? '103' : null;
}

function titleOf(type: string | null, blocks: Mt103['blocks']): string | null {
  if (type === null) return null;
  const flag = /\{119:([A-Z]{3,8})\}/.exec(blocks['3'] ?? '')?.[1] ?? '';
  return `MT${type}${typeSuffixes[flag] ?? ''}`;
}

/** The answer of SWIFT in a service message; `null` when it is none. */
function acknowledgementOf(text: string): Acknowledgement | null {
  const result = /\{451:([01])\}/.exec(text)?.[1];
  if (result === undefined) return null;
  if (result === '0') return { result: 'accepted', code: null };
  return { result: 'refused', code: /\{405:([A-Z0-9]{1,10})\}/.exec(text)?.[1] ?? null };
}

/** What is called of a message that carries none: the answer of SWIFT is known by its name. */
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
 * The messages of a text in their order. An acknowledgement is said of the message that follows it; alone, it is a message
 * of its own. There is always at least one.
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
