/** @file Hand-made answers of a service. */
import { inspect } from 'node:util';
import type { Incoming } from '../../../../src/main/service/http/http-messages.ts';
import { nameSanitizer } from '../../../../src/main/service/sanitize-name.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';

/** A JSON answer with status 200, unless `facts` overrides it. */
export function incoming(body: unknown, facts: Partial<Incoming> = {}): Incoming {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status: 200,
    contentType: 'application/json',
    requestId: 'req-1',
    retryAfter: null,
    date: null,
    location: null,
    body: new TextEncoder().encode(text),
    sanitizeName: nameSanitizer([]),
    ...facts,
  };
}

/** Returns the `PaydeskError` that a function throws; rethrows any other error. */
export function thrownBy(run: () => unknown): PaydeskError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof PaydeskError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown');
}

/** Every text by which a value could appear in a log, a report or a message. */
export function allTextsOf(value: unknown): string {
  const texts = [inspect(value, { depth: 10, showHidden: true, getters: true }), JSON.stringify(value)];
  if (value instanceof Error) texts.push(value.message, value.stack ?? '', inspect(value.cause));
  texts.push(String(value));
  return texts.join('\n');
}
