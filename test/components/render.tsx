/** @file Renders a component as the window does, with its messages; its styles are loaded by vitest.config.ts. */
import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

/** Renders `element` until the test has finished. The returned function renders another element in its place. */
export function render(element: ReactNode): (next: ReactNode) => void {
  const container = document.body.appendChild(document.createElement('main'));
  container.tabIndex = -1;
  Object.assign(container.style, { display: 'flex', flexDirection: 'column', height: '600px', gap: '8px' });
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  // Effects have run as well when it returns, so that the test's first event finds its listeners.
  const update = (next: ReactNode) => flushSync(() => root.render(<StrictMode>{next}</StrictMode>));
  update(element);
  return update;
}
