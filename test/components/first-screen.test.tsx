import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useFirstScreen } from '../../src/renderer/app/first-screen.ts';
import { loadSignedIn } from '../../src/renderer/app/profiles/signed-in.ts';
import { documentsFeature } from '../../src/renderer/features/documents/documents-feature.ts';
import { installBridge } from './fake-bridge.ts';

function FirstScreen() {
  return <p>{useFirstScreen('test-profile', loadSignedIn) ? 'Chosen' : 'Choosing'}</p>;
}

/** Renders once, as the built window does: a second effect of StrictMode would find the profile shown before. */
function renderOnce(): void {
  installBridge({ 'needsYou.list': () => ({ total: 0, rows: [], moving: [] }) });
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    vi.restoreAllMocks();
  });
  root.render(<FirstScreen />);
}

test('a screen is shown first when its chunk is loaded, so that no fallback delays it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = vi.spyOn(documentsFeature.Screen, 'load').mockReturnValue(promise);
  renderOnce();
  // The development server compiles the frame first.
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), { timeout: 20_000 });
  await expect.element(page.getByText('Choosing')).toBeVisible();
  resolve();
  await expect.element(page.getByText('Chosen')).toBeVisible();
});

test('a screen whose chunk cannot be loaded is shown all the same, because it reports the error', async () => {
  vi.spyOn(documentsFeature.Screen, 'load').mockRejectedValue(new Error('The chunk is missing'));
  renderOnce();
  await expect.element(page.getByText('Chosen')).toBeVisible();
});
