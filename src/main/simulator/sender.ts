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
    fault: NonNullable<FaultPlan['after']>,
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
    if (exchange.recorded) return;
    exchange.recorded = true;
    const { route, host, method, subject, at, linkAge, fault, requestId } = exchange;
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
      linkAge,
      fault,
      requestId,
    });
  }

  /** Writes status line and headers; `length` is the `Content-Length`, `null` omits it. */
  function begin(
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

  function bodyOf(exchange: Exchange, answer: Answer) {
    return renderBody(asStorageBody(exchange, answer.body), exchange.requestId);
  }

  function send(exchange: Exchange, answer: Answer): void {
    const body = bodyOf(exchange, answer);
    begin(exchange, answer, body?.contentType ?? null, body?.bytes.length ?? 0);
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
    const forget = faults.onClear(() => socket.destroy());
    await eventOf(socket, 'close');
    forget();
  }

  /** Sends only `sent` bytes of the body, although `Content-Length` is `promised`. */
  function sendTruncated(exchange: Exchange, answer: Answer, promised: number, sent: number): Promise<void> {
    const body = bodyOf(exchange, answer);
    begin(exchange, answer, body?.contentType ?? null, promised);
    exchange.response.flushHeaders();
    return new Promise((resolve) => {
      exchange.response.write(Buffer.from(body?.bytes ?? []).subarray(0, sent), () => resolve());
    });
  }

  async function sendHuge(
    exchange: Exchange,
    answer: Answer,
    bytes: number,
    declared: boolean,
  ): Promise<void> {
    begin(exchange, answer, 'application/json; charset=utf-8', declared ? bytes : null, bytes);
    const { response } = exchange;
    const forget = faults.onClear(() => exchange.request.socket.destroy());
    const blanks = Buffer.alloc(256 * 1024, ' ');
    response.write('[');
    for (let sent = 1; sent < bytes && !response.destroyed; sent += blanks.length) {
      const hasRoom = response.write(blanks.subarray(0, bytes - sent));
      if (!hasRoom) await eventOf(response, 'drain', 'close');
    }
    forget();
    response.end();
  }

  function spoil(
    exchange: Exchange,
    answer: Answer,
    fault: NonNullable<FaultPlan['after']>,
  ): Promise<void> | void {
    const length = bodyOf(exchange, answer)?.bytes.length ?? 0;
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
        return send(exchange, { ...answer, body: halfOf(answer.body, exchange.requestId) });
      case 'empty-body':
        return send(exchange, { ...answer, body: { kind: 'none' } });
      case 'huge-body':
        return sendHuge(exchange, answer, fault.bytes ?? 2 ** 31, fault.declared ?? false);
      case 'items':
        return send(
          exchange,
          changed(answer, (value) => itemsCorruptor.corrupt(value, fault.change)),
        );
      case 'rewrite':
        return send(exchange, changed(answer, fault.change));
    }
  }

  return {
    send,
    reset,
    hang,
    record,
    sendCorrupted(exchange, answer, fault) {
      exchange.fault = fault.kind;
      return spoil(exchange, answer, fault);
    },
  };
}

/** Waits for the first of some events. Errors are covered by the `close` that follows them. */
function eventOf(emitter: EventEmitter, ...names: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const name of names) emitter.off(name, done);
      resolve();
    };
    for (const name of names) emitter.on(name, done);
  });
}

/** Converts errors to XML on the storage host, also for rules shared with the services. */
function asStorageBody(exchange: Exchange, body: AnswerBody): AnswerBody {
  if (exchange.host !== 'storage' || body.kind !== 'error') return body;
  return { kind: 'storage-error', code: 'InvalidRequest', message: body.message, more: '' };
}

function halfOf(body: AnswerBody, requestId: string): AnswerBody {
  const rendered = renderBody(body, requestId);
  if (rendered === null) return body;
  const { bytes, contentType } = rendered;
  return { kind: 'bytes', bytes: bytes.subarray(0, Math.floor(bytes.length / 2)), contentType };
}

function changed(answer: Answer, change: (value: unknown) => unknown): Answer {
  if (answer.body.kind !== 'json') return answer;
  return { ...jsonAnswer(answer.status, change(answer.body.value)), headers: answer.headers };
}
