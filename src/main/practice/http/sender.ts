/** @file Sends responses and reports every call. */
import { type Answer, type AnswerBody, renderBody } from './answers.ts';
import type { Call } from './calls.ts';
import type { Exchange } from './exchange.ts';

export type Sender = ReturnType<typeof createSender>;

export function createSender(onCall: (call: Call) => void, now: () => number) {
  function record(exchange: Exchange, status: number | null, answerBytes: number): void {
    if (exchange.isRecorded) return;
    exchange.isRecorded = true;
    const { route, host, method, subject, at, linkAgeMs, requestId, bytesRead: requestBytes } = exchange;
    onCall({ route, host, method, status, subject, at, requestBytes, answerBytes, linkAgeMs, requestId });
  }

  function writeHead(
    exchange: Exchange,
    answer: Answer,
    contentType: string | null,
    length: number | null,
    answerBytes: number = length ?? 0,
  ): void {
    const headers: Record<string, string> = {
      date: new Date(now()).toUTCString(),
      'x-request-id': exchange.requestId,
    };
    if (exchange.host === 'storage') headers['x-amz-request-id'] = exchange.requestId;
    if (contentType !== null) headers['content-type'] = contentType;
    if (length !== null) headers['content-length'] = String(length);
    for (const [name, value] of Object.entries(answer.headers)) headers[name.toLowerCase()] = value;
    record(exchange, answer.status, answerBytes);
    exchange.response.writeHead(answer.status, headers);
  }

  function send(exchange: Exchange, answer: Answer): void {
    const body = renderAnswer(exchange, answer);
    writeHead(exchange, answer, body?.contentType ?? null, body?.bytes.length ?? 0);
    exchange.response.end(exchange.method === 'HEAD' ? undefined : body?.bytes);
  }

  return {
    send,
    /** Writes status line and headers. `length` is the `Content-Length`; `null` omits the header. */
    writeHead,
    /** Reports a call once; `status` is `null` without a response. */
    record,
  };
}

/** Serializes the body of a response; `null` for no body. */
export function renderAnswer({ host, requestId }: Exchange, { body }: Answer) {
  return renderBody(host === 'storage' ? toStorageBody(body) : body, requestId);
}

/** Converts JSON errors to XML for the storage host, because checks shared with the services create JSON errors. */
function toStorageBody(body: AnswerBody): AnswerBody {
  if (body.kind !== 'error') return body;
  return { kind: 'storage-error', code: 'InvalidRequest', message: body.message, extraXml: '' };
}
