/** @file Faults that replace an operation. */
import { type Answer, errorAnswer, storageError } from '../../src/main/practice/http/answers.ts';
import { type Exchange, readBody } from '../../src/main/practice/http/exchange.ts';
import type { Sender } from '../../src/main/practice/http/sender.ts';
import { createExpiredAnswer } from '../../src/main/practice/operations/storage.ts';
import { uploadLinkSeconds } from '../../src/main/practice/operations/uploads.ts';
import { hang, reset } from './connection-faults.ts';
import type { FaultSource, ReplacingFault } from './faults.ts';

/** Serves a call with a fault in place of its operation. */
export async function replaceOperation(
  exchange: Exchange,
  fault: ReplacingFault,
  { sender, faults, now }: { readonly sender: Sender; readonly faults: FaultSource; readonly now: number },
): Promise<void> {
  const answerAfterReading = async (answer: Answer) => {
    await drainBody(exchange);
    sender.send(exchange, answer);
  };
  switch (fault.kind) {
    case 'status':
      return answerAfterReading(createStatusAnswer(fault));
    case 'throttle':
      return answerAfterReading(createThrottleAnswer(exchange, fault, now));
    case 'wrong-environment':
      return answerAfterReading(errorAnswer(403, 'The request is for another environment'));
    case 'expired-link':
      return answerAfterReading(createExpiredAnswer(exchange.at, uploadLinkSeconds));
    case 'html':
      return answerAfterReading(createHtmlAnswer(fault.status ?? 200));
    case 'reset':
      if (fault.at === 'body') await readFirstBytes(exchange);
      return reset(exchange, sender);
    case 'hang':
      await readUntilCleared(exchange, faults);
      return hang(exchange, sender, faults);
  }
}

function drainBody(exchange: Exchange): Promise<void> {
  return readBody(exchange, () => {});
}

/** Reads the body. Clearing the faults cuts the connection, which ends it. */
async function readUntilCleared(exchange: Exchange, faults: FaultSource): Promise<void> {
  const unsubscribe = faults.onClear(() => exchange.request.socket.destroy());
  await drainBody(exchange).finally(unsubscribe);
}

/** Reads the first bytes of the body, if it has any, and pauses. */
async function readFirstBytes(exchange: Exchange): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    readBody(exchange, () => {
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
