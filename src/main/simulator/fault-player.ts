/** @file Plays the faults that replace an operation. */
import { type Answer, errorAnswer, storageError } from './answers.ts';
import type { MovableClock } from './clock.ts';
import { drainBody, type Exchange, readBody } from './exchange.ts';
import type { FaultPlan, FaultSource } from './faults.ts';
import type { Sender } from './sender.ts';
import { expiredAnswer } from './storage.ts';
import { uploadLinkSeconds } from './uploads.ts';

type InsteadFault = NonNullable<FaultPlan['instead']>;

export type FaultPlayer = (exchange: Exchange, fault: InsteadFault) => Promise<void>;

export function createFaultPlayer(sender: Sender, clock: MovableClock, faults: FaultSource): FaultPlayer {
  async function answerAfterReading(exchange: Exchange, answer: Answer): Promise<void> {
    await drainBody(exchange);
    sender.send(exchange, answer);
  }

  async function answerEarly(
    exchange: Exchange,
    fault: Extract<InsteadFault, { kind: 'early-answer' }>,
  ): Promise<void> {
    const stop = fault.rest === 'stop';
    await readAtLeast(exchange, Math.max(fault.afterBytes ?? 0, stop ? 1 : 0));
    const headers = fault.rest === 'close' ? { connection: 'close' } : {};
    const { status } = fault;
    const body = status < 300 ? ({ kind: 'none' } as const) : errorAnswer(status, 'Refused early').body;
    sender.send(exchange, { status, headers, body });
    if (stop) await sender.hang(exchange);
    else exchange.request.resume();
  }

  return async (exchange, fault) => {
    exchange.fault = fault.kind;
    switch (fault.kind) {
      case 'status':
        return answerAfterReading(exchange, statusAnswer(fault));
      case 'throttle':
        return answerAfterReading(exchange, throttleAnswer(exchange, fault, clock.now()));
      case 'wrong-environment':
        return answerAfterReading(exchange, errorAnswer(403, 'The request is for another environment'));
      case 'expired-link':
        return answerAfterReading(exchange, expiredAnswer(exchange.at, uploadLinkSeconds));
      case 'html':
        return answerAfterReading(exchange, htmlAnswer(fault.status ?? 200));
      case 'reset':
        if (fault.at === 'body') await readAtLeast(exchange, fault.afterBytes ?? 1);
        return sender.reset(exchange);
      case 'hang':
        if (fault.reading ?? true) await readUntilCleared(exchange, faults, drainBody(exchange));
        return sender.hang(exchange);
      case 'early-answer':
        return answerEarly(exchange, fault);
    }
  };
}

/** Waits for the end of reading; clearing the faults cuts the connection. */
async function readUntilCleared(
  exchange: Exchange,
  faults: FaultSource,
  reading: Promise<void>,
): Promise<void> {
  const unsubscribe = faults.onClear(() => exchange.request.socket.destroy());
  await reading.finally(unsubscribe);
}

/** Reads at least `bytes` of the body, or all of it, and pauses. */
async function readAtLeast(exchange: Exchange, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await new Promise<void>((resolve, reject) => {
    readBody(exchange, () => {
      if (exchange.bytesRead < bytes) return;
      exchange.request.pause();
      resolve();
    }).then(resolve, reject);
  });
}

function statusAnswer(fault: Extract<InsteadFault, { kind: 'status' }>): Answer {
  const { status, headers = {}, body } = fault;
  if (body === undefined) return errorAnswer(status, 'Something is wrong', headers);
  const bytes = Buffer.from(body);
  return { status, headers, body: { kind: 'bytes', bytes, contentType: 'application/json; charset=utf-8' } };
}

function throttleAnswer(
  exchange: Exchange,
  fault: Extract<InsteadFault, { kind: 'throttle' }>,
  now: number,
): Answer {
  const { status, retryAfterSeconds: seconds, as = 'seconds' } = fault;
  const answer =
    exchange.host === 'storage'
      ? storageError(status, 'SlowDown', 'Please reduce your request rate.')
      : errorAnswer(status, 'Too many requests');
  if (seconds === undefined) return answer;
  const value = as === 'seconds' ? String(seconds) : new Date(now + seconds * 1000).toUTCString();
  return { ...answer, headers: { 'retry-after': value } };
}

function htmlAnswer(status: number): Answer {
  const bytes = Buffer.from('<!doctype html><title>Proxy</title><h1>Please sign in to the network</h1>');
  return { status, headers: {}, body: { kind: 'bytes', bytes, contentType: 'text/html; charset=utf-8' } };
}
