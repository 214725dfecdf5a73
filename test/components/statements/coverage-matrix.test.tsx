import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  cellKey,
  Matrix,
  missingKeysBetween,
} from '../../../src/renderer/features/statements/coverage/CoverageMatrix.tsx';
import type { Coverage, CoverageCell } from '../../../src/shared/model/statements/statements.ts';
import { installBridge } from '../fake-bridge.ts';
import { render } from '../render.tsx';

const cellOf = (state: CoverageCell['state']): CoverageCell => ({
  state,
  statementId: null,
  isBeingAsked: false,
  csv: null,
  csvBytes: null,
  pdf: null,
  isDamaged: false,
  hasFailed: false,
  isReviewed: false,
  differs: false,
  transactions: null,
  expiresAt: null,
});

const coverage: Coverage = {
  months: ['2026-01', '2026-02', '2026-03'],
  rows: [1, 2, 3].map((id) => ({
    wallet: { id, name: null, currency: 'EUR' },
    cells: [cellOf('missing'), cellOf(id === 2 ? 'stored' : 'missing'), cellOf('missing')],
  })),
};

test('the cells between two cells are those that can be requested, in either direction', () => {
  const between = [cellKey(1, '2026-02'), cellKey(1, '2026-03'), cellKey(2, '2026-03')];
  expect(missingKeysBetween(coverage, cellKey(1, '2026-02'), cellKey(2, '2026-03'))).toEqual(between);
  expect(missingKeysBetween(coverage, cellKey(2, '2026-03'), cellKey(1, '2026-02'))).toEqual(between);
  expect(missingKeysBetween(coverage, cellKey(9, '2026-01'), cellKey(1, '2026-02'))).toEqual([]);
});

function renderMatrix(shown: Coverage) {
  installBridge({});
  const onToggle = vi.fn<(key: string, isExtending: boolean) => void>();
  const keys = { selected: new Set<string>() };
  render(<Matrix coverage={shown} {...keys} onToggle={onToggle} onToggleAll={() => undefined} />);
  return onToggle;
}

test('a click with Shift, by mouse or keyboard, extends the selection', async () => {
  const onToggle = renderMatrix(coverage);
  const cell = page.getByRole('button', { name: /\b3\b.*Feb/ });
  await cell.click();
  await cell.click({ modifiers: ['Shift'] });
  cell.element().focus();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  const key = cellKey(3, '2026-02');
  expect(onToggle.mock.calls).toEqual([false, true, true].map((isExtending) => [key, isExtending]));
});

test('the tooltip of a stored month says what its number is, and what is wrong with its file', async () => {
  const stored = { ...cellOf('stored'), transactions: 88 };
  const cells = [stored, { ...stored, isDamaged: true }, { ...stored, hasFailed: true }];
  renderMatrix({ ...coverage, rows: coverage.rows.map((row) => ({ ...row, cells })) });
  const month = page.getByRole('button', { name: /\b1\b.*Jan/ });
  await expect.element(month).toHaveAttribute('title', '88 transactions');
  const damaged = page.getByRole('button', { name: /\b1\b.*Feb.*damaged/ });
  await expect.element(damaged).toHaveAttribute('title', '88 transactions\nThe stored file is damaged');
  const failed = page.getByRole('button', { name: /\b1\b.*Mar.*A check failed/ });
  await expect.element(failed).toHaveAttribute('title', '88 transactions\nA check failed');
  await expect.element(failed).toHaveAttribute('data-look', 'lost');
});
