/** @file Components whose chunk is loaded late, or cannot be loaded. */
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ScreenBoundary } from '../../src/renderer/app/frame/ScreenBoundary.tsx';
import { createDeferredComponent, createLazyComponent } from '../../src/renderer/app/lazy-component.tsx';
import { installBridge } from './fake-bridge.ts';
import { render } from './render.tsx';

function Screen({ name }: { readonly name: string }) {
  return <p>Screen of {name}</p>;
}

/** A component whose imports the test completes one after the other. */
function createLateScreen() {
  const imports: PromiseWithResolvers<typeof Screen>[] = [];
  const Late = createLazyComponent(() => {
    const next = Promise.withResolvers<typeof Screen>();
    imports.push(next);
    return next.promise;
  });
  const elementOf = (key: string) => (
    <ScreenBoundary key={key}>
      <Suspense fallback={<p>Loading</p>}>
        <Late name={key} />
      </Suspense>
    </ScreenBoundary>
  );
  return { Late, imports, elementOf };
}

test('a chunk that arrives late is announced by the fallback until then', async () => {
  const { imports, elementOf } = createLateScreen();
  render(elementOf('proofs'));
  await expect.element(page.getByText('Loading')).toBeVisible();
  for (const { resolve } of imports) resolve(Screen);
  await expect.element(page.getByText('Screen of proofs')).toBeVisible();
});

test('a chunk that was loaded before is shown at once', async () => {
  const { Late, imports, elementOf } = createLateScreen();
  const loading = Late.load();
  imports[0]?.resolve(Screen);
  await loading;
  render(elementOf('proofs'));
  expect(page.getByText('Screen of proofs').query()).not.toBeNull();
  expect(imports).toHaveLength(1);
});

test('a chunk that cannot be loaded is the error of its screen, until another attempt loads it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { Late, imports, elementOf } = createLateScreen();
  const update = render(elementOf('proofs'));
  await expect.poll(() => imports.length).toBeGreaterThan(0);
  for (const { reject } of imports.splice(0)) reject(new Error('The chunk is missing'));
  await expect.element(page.getByText('This screen has stopped working')).toBeVisible();
  const windowCalls: unknown[] = [];
  installBridge({
    'settings.window': (args) => {
      windowCalls.push(args);
      return null;
    },
  });
  await page.getByRole('button', { name: 'Reload the window' }).click();
  expect(windowCalls).toEqual([{ action: 'reload' }]);
  const loading = Late.load();
  imports[0]?.resolve(Screen);
  await loading;
  update(elementOf('statements'));
  await expect.element(page.getByText('Screen of statements')).toBeVisible();
});

test('a deferred component shows nothing until its chunk is loaded, and then is shown without a fallback', async () => {
  const late = Promise.withResolvers<typeof Screen>();
  const Deferred = createDeferredComponent(() => late.promise);
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Deferred name="errors" />
    </Suspense>,
  );
  expect(page.getByText('Loading').query()).toBeNull();
  late.resolve(Screen);
  await Deferred.load();
  await expect.element(page.getByText('Screen of errors')).toBeVisible();
  expect(page.getByText('Loading').query()).toBeNull();
});
