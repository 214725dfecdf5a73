/** @file Plays the faults that replace an operation. */
import { type Answer, errorAnswer, storageError } from './answers.ts';
import type { MovableClock } from './clock.ts';
import { drainBody, type Exchange, readBody } from './exchange.ts';
import type { FaultPlan, FaultSource } from './faults.ts';
import type { Sender } from './sender.ts';
import { createExpiredAnswer } from './storage.ts';
import { uploadLinkSeconds } from './uploads.ts';

type ReplacingFault = NonNullable<FaultPlan['replacingFault']>;

export type FaultPlayer = (exchange: Exchange, fault: ReplacingFault) => Promise<void>;

export function createFaultPlayer(sender: Sender, clock: MovableClock, faults: FaultSource): FaultPlayer {
  async function answerAfterReading(exchange: Exchange, answer: Answer): Promise<void> {
    await drainBody(exchange);
    sender.send(exchange, answer);
  }

  async function answerEarly(
    exchange: Exchange,
    fault: Extract<ReplacingFault, { kind: 'early-answer' }>,
  ): Promise<void> {
    const stopsReading = fault.connectionAfter === 'stop';
    await readAtLeast(exchange, Math.max(fault.afterBytes ?? 0, stopsReading ? 1 : 0));
    const headers = fault.connectionAfter === 'close' ? { connection: 'close' } : {};
    const { status } = fault;
    const body = status < 300 ? ({ kind: 'none' } as const) : errorAnswer(status, 'Refused early').body;
    sender.send(exchange, { status, headers, body });
    if (stopsReading) await sender.hang(exchange);
    else exchange.request.resume();
  }

  return async (exchange, fault) => {
    exchange.fault = fault.kind;
    switch (fault.kind) {
      case 'status':
        return answerAfterReading(exchange, createStatusAnswer(fault));
      case 'throttle':
        return answerAfterReading(exchange, createThrottleAnswer(exchange, fault, clock.now()));
      case 'wrong-environment':
        return answerAfterReading(exchange, errorAnswer(403, 'The request is for another environment'));
      case 'expired-link':
        return answerAfterReading(exchange, createExpiredAnswer(exchange.at, uploadLinkSeconds));
      case 'html':
        return answerAfterReading(exchange, createHtmlAnswer(fault.status ?? 200));
      case 'reset':
        if (fault.at === 'body') await readAtLeast(exchange, fault.afterBytes ?? 1);
        return sender.reset(exchange);
      case 'hang':
        if (fault.readsBody ?? true) await readUntilCleared(exchange, faults, drainBody(exchange));
        return sender.hang(exchange);
      case 'early-answer':
        return answerEarly(exchange, fault);
    }
  };
}

/** Waits until `reading` ends. Clearing the faults cuts the connection, which ends it. */
async function readUntilCleared(
  exchange: Exchange,
  faults: FaultSource,
  reading: Promise<void>,
): Promise<void> {
  const unsubscribe = faults.onClear(() => exchange.request.socket.destroy());
  await reading.finally(unsubscribe);
}

/** Reads at least `bytes` of the body, or all of it, and pauses. */
async function readAtLeast(exchange: Exchange, minBytes: number): Promise<void> {
  if (minBytes === 0) return;
  await new Promise<void>((resolve, reject) => {
    readBody(exchange, () => {
      if (exchange.bytesRead < minBytes) return;
      exchange.request.pause();
      resolve();
    }).then(resolve, reject);
  });
}

function createStatusAnswer(fault: Extract<ReplacingFault, { kind: 'status' }>): Answer {
  const { status, headers = {}, body } = fault;
  if (body === undefined) return errorAnswer(status, 'Something is wrong', headers);
  const bytes = Buffer.from(body);
  return { status, headers, body: { kind: 'bytes', bytes, contentType: 'application/json; charset=utf-8' } };
}

function createThrottleAnswer(
  exchange: Exchange,
  fault: Extract<ReplacingFault, { kind: 'throttle' }>,
  now: number,
): Answer {
  const { status, retryAfterSeconds: seconds, retryAfterFormat = 'seconds' } = fault;
  const answer =
    exchange.host === 'storage'
      ? storageError(status, 'SlowDown', 'Please reduce your request rate.')
      : errorAnswer(status, 'Too many requests');
  if (seconds === undefined) return answer;
  const value =
    retryAfterFormat === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();
  return { ...answer, headers: { 'retry-after': value } };
}

function createHtmlAnswer(status: number): Answer {
  const bytes = Buffer.from('<!doctype html><title>Proxy</title><h1>Please sign in to the network</h1>');
  return { status, headers: {}, body: { kind: 'bytes', bytes, contentType: 'text/html; charset=utf-8' } };
}
