import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { columns } from '../../../src/renderer/features/proofs/columns.tsx';
import { render } from '../render.tsx';
import { proofRowOf } from './proof-row.ts';

const row = proofRowOf({ payee: 'Van Dravik Scheepsbouw', factsFrom: 'statement' });

test('a failed row says the reason of the service on the line below its reference', async () => {
  const message = 'The bank has not confirmed this payment yet, and states no date for it';
  const details = { host: 'h.example', status: 400, message };
  const error = { code: 'service-refused', details, retryable: false, requestId: null } as const;
  const failed = { ...row, state: 'failed' as const, error: { ...error, message: 'h.example answered 400' } };
  const column = columns.find(({ id }) => id === 'reference');
  render(<div style={{ width: '200px' }}>{column?.cell(failed)}</div>);
  const reference = page.getByText(row.reference).element().getBoundingClientRect();
  const reason = page.getByText(message).element().getBoundingClientRect();
  expect(reason.top).toBeGreaterThanOrEqual(reference.bottom - 4);
  expect(reason.height).toBeLessThanOrEqual(18);
  expect(reason.width).toBeLessThanOrEqual(200);
  expect(column?.title?.(failed)).toBe(`${row.reference}\n${message}\n${row.payee}`);
});

test('a payee from a statement has its mark on the same line', async () => {
  render(<div style={{ width: '200px' }}>{columns[0]?.cell(row)}</div>);
  const mark = page.getByRole('img').element().getBoundingClientRect();
  const reference = page.getByText(row.reference).element().getBoundingClientRect();
  const line = page.getByText('Van Dravik Scheepsbouw').element().getBoundingClientRect();
  expect(line.top).toBeGreaterThanOrEqual(reference.bottom - 4);
  expect(line.height).toBeLessThan(24);
  expect(mark.top).toBeGreaterThanOrEqual(line.top - 1);
  expect(mark.bottom).toBeLessThanOrEqual(line.bottom + 1);
});
