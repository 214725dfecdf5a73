/** @file Answers of a service, made up by hand. */
import { inspect } from 'node:util';
import type { Incoming } from '../../../src/main/service/http-messages.ts';
import { nameSanitizer } from '../../../src/main/service/sanitize-name.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

/** A JSON answer with status 200, but for what is said. */
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

/** The error that a function throws; it must be one of the closed set. */
export function thrownBy(run: () => unknown): PaydeskError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof PaydeskError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown');
}

/** Everything that could be seen of a value in a log, a report or a message. */
export function everythingSeenOf(value: unknown): string {
  const parts = [inspect(value, { depth: 10, showHidden: true, getters: true }), JSON.stringify(value)];
  if (value instanceof Error) parts.push(value.message, value.stack ?? '', inspect(value.cause));
  parts.push(String(value));
  return parts.join('\n');
}
