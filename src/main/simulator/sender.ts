/** @file Sends responses, intact or corrupted by a fault, and records every call. */
import type { EventEmitter } from 'node:events';
import { type Answer, type AnswerBody, errorAnswer, jsonAnswer, renderBody } from './answers.ts';
import type { Calls } from './calls.ts';
import type { MovableClock } from './clock.ts';
import type { Exchange } from './exchange.ts';
import type { FaultPlan, FaultSource } from './faults.ts';
import type { ItemsCorruptor } from './items-corruptor.ts';

export interface Sender {
  send(exchange: Exchange, answer: Answer): void;
  /** Sends a response corrupted by a fault. */
  sendCorrupted(
    exchange: Exchange,
    answer: Answer,
    fault: NonNullable<FaultPlan['responseFault']>,
  ): Promise<void> | void;
  /** Cuts the connection without a response. */
  reset(exchange: Exchange): void;
  /** Leaves the call without a response until faults are cleared or the client disconnects. */
  hang(exchange: Exchange): Promise<void>;
  /** Records a call once; `status` is `null` without a response. */
  record(exchange: Exchange, status: number | null, answerBytes: number): void;
}

export function createSender(
  calls: Calls,
  clock: MovableClock,
  faults: FaultSource,
  itemsCorruptor: ItemsCorruptor,
): Sender {
  function record(exchange: Exchange, status: number | null, answerBytes: number): void {
    if (exchange.isRecorded) return;
    exchange.isRecorded = true;
    const { route, host, method, subject, at, linkAgeMs, fault, requestId } = exchange;
    const requestBytes = exchange.bytesRead;
    calls.add({
      route,
      host,
      method,
      status,
      subject,
      at,
      requestBytes,
      answerBytes,
      linkAgeMs,
      fault,
      requestId,
    });
  }

  /** Writes status line and headers. `length` is the `Content-Length`; `null` omits the header. */
  function writeHead(
    exchange: Exchange,
    answer: Answer,
    contentType: string | null,
    length: number | null,
    answerBytes: number = length ?? 0,
  ): void {
    const headers: Record<string, string> = {
      date: new Date(clock.now()).toUTCString(),
      'x-request-id': exchange.requestId,
    };
    if (exchange.host === 'storage') headers['x-amz-request-id'] = exchange.requestId;
    if (contentType !== null) headers['content-type'] = contentType;
    if (length !== null) headers['content-length'] = String(length);
    for (const [name, value] of Object.entries(answer.headers)) headers[name.toLowerCase()] = value;
    record(exchange, answer.status, answerBytes);
    exchange.response.writeHead(answer.status, headers);
  }

  function renderAnswer(exchange: Exchange, answer: Answer) {
    return renderBody(toStorageBody(exchange, answer.body), exchange.requestId);
  }

  function send(exchange: Exchange, answer: Answer): void {
    const body = renderAnswer(exchange, answer);
    writeHead(exchange, answer, body?.contentType ?? null, body?.bytes.length ?? 0);
    exchange.response.end(exchange.method === 'HEAD' ? undefined : body?.bytes);
  }

  function reset(exchange: Exchange): void {
    record(exchange, null, 0);
    exchange.request.socket.resetAndDestroy();
  }

  async function hang(exchange: Exchange): Promise<void> {
    record(exchange, null, 0);
    const { socket } = exchange.request;
    if (socket.destroyed) return;
    const unsubscribe = faults.onClear(() => socket.destroy());
    await waitForEvent(socket, 'close');
    unsubscribe();
  }

  /** Sends only `sentLength` bytes of the body, although `Content-Length` is `promisedLength`. */
  function sendTruncated(
    exchange: Exchange,
    answer: Answer,
    promisedLength: number,
    sentLength: number,
  ): Promise<void> {
    const body = renderAnswer(exchange, answer);
    writeHead(exchange, answer, body?.contentType ?? null, promisedLength);
    exchange.response.flushHeaders();
    return new Promise((resolve) => {
      exchange.response.write(Buffer.from(body?.bytes ?? []).subarray(0, sentLength), () => resolve());
    });
  }

  async function sendHuge(
    exchange: Exchange,
    answer: Answer,
    bodyLength: number,
    declaresLength: boolean,
  ): Promise<void> {
    writeHead(
      exchange,
      answer,
      'application/json; charset=utf-8',
      declaresLength ? bodyLength : null,
      bodyLength,
    );
    const { response } = exchange;
    const unsubscribe = faults.onClear(() => exchange.request.socket.destroy());
    const blanks = Buffer.alloc(256 * 1024, ' ');
    response.write('[');
    for (let sentBytes = 1; sentBytes < bodyLength && !response.destroyed; sentBytes += blanks.length) {
      const hasRoom = response.write(blanks.subarray(0, bodyLength - sentBytes));
      if (!hasRoom) await waitForEvent(response, 'drain', 'close');
    }
    unsubscribe();
    response.end();
  }

  function sendWithFault(
    exchange: Exchange,
    answer: Answer,
    fault: NonNullable<FaultPlan['responseFault']>,
  ): Promise<void> | void {
    const length = renderAnswer(exchange, answer)?.bytes.length ?? 0;
    switch (fault.kind) {
      case 'effect-then-status':
        return send(exchange, errorAnswer(fault.status ?? 500, 'Something went wrong'));
      case 'effect-then-reset':
        return reset(exchange);
      case 'effect-then-hang':
        return hang(exchange);
      case 'reset-in-answer':
        return sendTruncated(exchange, answer, length + 1, Math.ceil(length / 2)).then(() => reset(exchange));
      case 'short-body':
        return sendTruncated(exchange, answer, length + 64, length).then(async () => {
          if (fault.ending === 'hang') await hang(exchange);
          else exchange.request.socket.end();
        });
      case 'truncated-json':
        return send(exchange, { ...answer, body: truncateBody(answer.body, exchange.requestId) });
      case 'empty-body':
        return send(exchange, { ...answer, body: { kind: 'none' } });
      case 'huge-body':
        return sendHuge(exchange, answer, fault.bytes ?? 2 ** 31, fault.declaresLength ?? false);
      case 'items':
        return send(
          exchange,
          changeJson(answer, (value) => itemsCorruptor.corrupt(value, fault.change)),
        );
      case 'rewrite':
        return send(exchange, changeJson(answer, fault.change));
    }
  }

  return {
    send,
    reset,
    hang,
    record,
    sendCorrupted(exchange, answer, fault) {
      exchange.fault = fault.kind;
      return sendWithFault(exchange, answer, fault);
    },
  };
}

/** Waits for the first of some events. Errors are covered by the `close` that follows them. */
function waitForEvent(emitter: EventEmitter, ...names: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      for (const name of names) emitter.off(name, finish);
      resolve();
    };
    for (const name of names) emitter.on(name, finish);
  });
}

/** Converts JSON errors to XML on the storage host, because checks shared with the services create JSON errors. */
function toStorageBody(exchange: Exchange, body: AnswerBody): AnswerBody {
  if (exchange.host !== 'storage' || body.kind !== 'error') return body;
  return { kind: 'storage-error', code: 'InvalidRequest', message: body.message, extraXml: '' };
}

function truncateBody(body: AnswerBody, requestId: string): AnswerBody {
  const rendered = renderBody(body, requestId);
  if (rendered === null) return body;
  const { bytes, contentType } = rendered;
  return { kind: 'bytes', bytes: bytes.subarray(0, Math.floor(bytes.length / 2)), contentType };
}

function changeJson(answer: Answer, change: (value: unknown) => unknown): Answer {
  if (answer.body.kind !== 'json') return answer;
  return { ...jsonAnswer(answer.status, change(answer.body.value)), headers: answer.headers };
}
