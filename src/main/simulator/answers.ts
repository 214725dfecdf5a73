/** @file Answers before they are sent, and the refusals that end a call. */
import type { Breach } from './violations.ts';

/** The body of an answer. The request ID is put into errors when they are sent. */
export type AnswerBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string }
  /** JSON `{message, requestId}`. */
  | { readonly kind: 'error'; readonly message: string }
  /** XML as storage services write it. */
  | {
      readonly kind: 'storage-error';
      readonly code: string;
      readonly message: string;
      readonly more: string;
    };

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/** A JSON answer. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: 'json', value } };
}

/** An error of a service. */
export function errorAnswer(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers, body: { kind: 'error', message } };
}

/** An error of the storage host; `more` is further XML. */
export function storageError(status: number, code: string, message: string, more = ''): Answer {
  return { status, headers: {}, body: { kind: 'storage-error', code, message, more } };
}

/** Ends a call with an answer, and says which rule of the specification the client broke, if it broke one. */
export class Refusal extends Error {
  readonly answer: Answer;
  readonly breach: Breach | null;

  constructor(answer: Answer, breach: Breach | null = null) {
    super(`Refused with ${answer.status}`);
    this.name = 'Refusal';
    this.answer = answer;
    this.breach = breach;
  }
}

/** A service's refusal of a call that breaks the specification. */
export function breach(status: number, rule: Breach['rule'], detail: string): Refusal {
  return new Refusal(errorAnswer(status, detail), { rule, detail });
}

/** The body as it goes over the wire, with its type; `null` for no body. */
export function renderBody(
  body: AnswerBody,
  requestId: string,
): { readonly bytes: Uint8Array; readonly contentType: string } | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'bytes':
      return body;
    case 'json':
      return {
        bytes: Buffer.from(JSON.stringify(body.value)),
        contentType: 'application/json; charset=utf-8',
      };
    case 'error':
      return {
        bytes: Buffer.from(JSON.stringify({ message: body.message, requestId })),
        contentType: 'application/json; charset=utf-8',
      };
    case 'storage-error':
      return {
        bytes: Buffer.from(
          `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${body.code}</Code><Message>${escapeXml(body.message)}</Message>${body.more}<RequestId>${requestId}</RequestId><HostId>practice</HostId></Error>`,
        ),
        contentType: 'application/xml;charset=utf-8',
      };
  }
}

/** Text that is safe between XML tags. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
