/** @file Times of statement events, which are in UTC however they are written. */
import { expect, test } from 'vitest';
import { readEvent } from '../../../../src/main/features/statements/inbox/event.ts';

function readWithTimes(from: string, till: string, createdAt: string) {
  const url = 'https://files.example/a.csv';
  const period = { dateFrom: from, dateTill: till, transactionCount: 4, url };
  const event = { walletId: 1001, companyId: 'company-1', createdAt, ...period };
  const payload = { eventId: 'one', eventType: 'wallet.statement.generated', createdAt, event };
  return readEvent(new TextEncoder().encode(JSON.stringify(payload)));
}

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z', '2026-02-01T08:00:00.123Z'],
  [
    '2026-01-01T00:00:00+00:00',
    '2026-01-31T23:59:59.999999999-00:00',
    '2026-02-01T08:00:00.12345678901234567890+00',
  ],
  ['2026-01-01T00:00:00Z', '2026-01-31T23:59:59,9+0000', '2026-02-01T08:00:00,123Z'],
])('%s, %s and %s are read as UTC', (from, till, createdAt) => {
  const madeAt = Date.parse('2026-02-01T08:00:00.123Z');
  const event = { since: '2026-01-01', till: '2026-01-31', madeAt };
  expect(readWithTimes(from, till, createdAt)).toMatchObject({ ok: true, event });
});

test('times of one second are compared as times', () => {
  const day = '2026-01-01T00:00:00';
  expect(readWithTimes(`${day}Z`, `${day}.5Z`, `${day}Z`)).toMatchObject({ ok: true });
  expect(readWithTimes(`${day}.5Z`, `${day}Z`, `${day}Z`)).toMatchObject({ detail: 'event.dateTill' });
});

test.each([
  ['2026-01-01T00:00:00+02:00', 'event.dateFrom: +02:00 instead of UTC'],
  ['2026-01-01T00:00:00.5-0330', 'event.dateFrom: -0330 instead of UTC'],
  ['2026-01-01T00:00:00', 'event.dateFrom'],
  ['2026-02-30T00:00:00Z', 'event.dateFrom'],
  ['2026-01-01+00:00', 'event.dateFrom'],
])('%s is refused, and another offset than UTC is named', (from, detail) => {
  const till = '2026-03-31T23:59:59.999Z';
  expect(readWithTimes(from, till, till)).toEqual({ ok: false, reason: 'not-understood', detail });
});
