import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PagesBanner } from '../../src/renderer/app/frame/PagesBanner.tsx';
import { installBridge } from './fake-bridge.ts';
import { render } from './render.tsx';

test('pages that take longer than a second show their progress, and can be cancelled', async () => {
  const cancel = vi.fn();
  installBridge({ 'proofs.save': cancel }, { pages: { done: 130, total: 400 } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<PagesBanner />);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(999);
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '32');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(cancel).toHaveBeenCalledExactlyOnceWith({ action: 'cancel' });
});
