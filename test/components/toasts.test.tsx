import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Toasts } from '../../src/renderer/app/toasts/Toasts.tsx';
import { toastDurationMs, toasts } from '../../src/renderer/app/toasts/toasts.ts';
import { render } from './render.tsx';

const saved = page.getByRole('alertdialog', { name: 'Saved nordvik.csv' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => {
    for (const { id } of toasts.state.getState().shown) toasts.dismiss(id);
    vi.useRealTimers();
  };
});

async function showToast(request: Parameters<typeof toasts.show>[0]): Promise<void> {
  render(
    <>
      <button type="button">Elsewhere</button>
      <Toasts />
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toBeVisible();
  toasts.show(request);
  await expect.element(page.getByRole('alert')).toHaveTextContent(request.sentence);
}

test('a toast that is shown before its region is loaded appears with the region', async () => {
  toasts.show({ sentence: 'Saved nordvik.csv' });
  render(<Toasts />);
  await expect.element(saved).toBeVisible();
});

test('a toast stays while the pointer or the focus is on it', async () => {
  await showToast({ sentence: 'Saved nordvik.csv' });
  await userEvent.hover(saved);
  vi.advanceTimersByTime(10 * toastDurationMs);
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  await expect.element(saved).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(saved).toHaveFocus();
  vi.advanceTimersByTime(10 * toastDurationMs);
  await expect.element(saved).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Elsewhere' }));
  vi.advanceTimersByTime(toastDurationMs);
  await expect.element(saved).not.toBeInTheDocument();
});

test('the undo of a toast is reached with the Tab key, and its result is a toast', async () => {
  const run = vi.fn(async () => 'Restored nordvik.csv');
  await showToast({ sentence: 'Removed nordvik.csv', undo: { scope: 'batch 1', run } });
  await userEvent.keyboard('{Tab}{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alertdialog', { name: 'Restored nordvik.csv' })).toBeVisible();
  expect(run).toHaveBeenCalledTimes(1);
  await expect
    .element(page.getByRole('alertdialog', { name: 'Removed nordvik.csv' }))
    .not.toBeInTheDocument();
});
