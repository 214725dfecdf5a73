import { expect, test } from 'vitest';
import type { BridgeClient } from '../../../../src/renderer/bridge.ts';
import { dragOut } from '../../../../src/renderer/library/drag.ts';

const item = { kind: 'statement', id: 7 } as const;

/** A main process that copies when `make` is called. */
function main(copy: string | null) {
  const called: string[] = [];
  const made = Promise.withResolvers<void>();
  const call = (async (name: string) => {
    called.push(name);
    if (name !== 'dragOut.prepare') return null;
    await made.promise;
    return { copy };
  }) as BridgeClient['call'];
  return { called, call, make: () => made.resolve() };
}

const copy = '4f9a3f2e-0f5e-4f5e-9a57-0c6a1f5c9f10';

test('a copy is dragged while the button is down', async () => {
  const { called, call, make } = main(copy);
  const dragging = dragOut(item, { call, page: new EventTarget() });
  make();
  await dragging;
  expect(called).toEqual(['dragOut.prepare', 'dragOut.start']);
});

test.each(['pointerup', 'pointercancel', 'mouseup', 'blur'])(
  'a copy that is ready after %s is discarded',
  async (ending) => {
    const { called, call, make } = main(copy);
    const page = new EventTarget();
    const dragging = dragOut(item, { call, page });
    page.dispatchEvent(new Event(ending));
    make();
    await dragging;
    expect(called).toEqual(['dragOut.prepare', 'dragOut.discard']);
  },
);

test('nothing is dragged after the notice about copies', async () => {
  const { called, call, make } = main(null);
  const dragging = dragOut(item, { call, page: new EventTarget() });
  make();
  await dragging;
  expect(called).toEqual(['dragOut.prepare']);
});
