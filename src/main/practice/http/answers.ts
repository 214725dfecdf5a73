/** @file Responses of the practice company, and refusals, which end a call early. */
import type { Breach } from './violations.ts';

/** The body of a response. Bodies of errors get the request ID when they are rendered. */
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
      readonly extraXml: string;
    };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: {}, body: { kind: 'json', value } };
}

export function errorAnswer(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers, body: { kind: 'error', message } };
}

/** Creates an error of the storage host; `extraXml` is XML with further details. */
export function storageError(status: number, code: string, message: string, extraXml = ''): Answer {
  return { status, headers: {}, body: { kind: 'storage-error', code, message, extraXml } };
}

/** Ends a call early with a response. `breach` is the rule of the specification that the client broke, if any. */
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

/** Refuses a call that violates the specification. */
export function breach(status: number, rule: Breach['rule'], detail: string): Refusal {
  return new Refusal(errorAnswer(status, detail), { rule, detail });
}

/** Serializes a body and its media type; `null` for no body. */
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
          `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${body.code}</Code><Message>${escapeXml(body.message)}</Message>${body.extraXml}<RequestId>${requestId}</RequestId><HostId>practice</HostId></Error>`,
        ),
        contentType: 'application/xml;charset=utf-8',
      };
  }
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
