import { expect, test } from 'vitest';
import type { BridgeClient } from '../../../../src/renderer/bridge.ts';
import { dragOut } from '../../../../src/renderer/features/library/drag.ts';

const item = { kind: 'statement', id: 7 } as const;

/** Creates a main process that makes the copy when the test calls `finishCopy`. */
function createMain(copy: string | null) {
  const calledActions: string[] = [];
  const copyMade = Promise.withResolvers<void>();
  const call = (async (_name: string, { action }: { action: string }) => {
    calledActions.push(action);
    if (action !== 'prepare') return null;
    await copyMade.promise;
    return { copy };
  }) as BridgeClient['call'];
  return { calledActions, call, finishCopy: () => copyMade.resolve() };
}

const copy = '4f9a3f2e-0f5e-4f5e-9a57-0c6a1f5c9f10';

test('the drag starts when the copy is ready while the mouse button is down', async () => {
  const { calledActions, call, finishCopy } = createMain(copy);
  const dragging = dragOut(item, { call, page: new EventTarget() });
  finishCopy();
  await dragging;
  expect(calledActions).toEqual(['prepare', 'start']);
});

test.each(['pointerup', 'pointercancel', 'mouseup', 'blur'])(
  'a copy that gets ready after the event %s is discarded',
  async (eventName) => {
    const { calledActions, call, finishCopy } = createMain(copy);
    const page = new EventTarget();
    const dragging = dragOut(item, { call, page });
    page.dispatchEvent(new Event(eventName));
    finishCopy();
    await dragging;
    expect(calledActions).toEqual(['prepare', 'discard']);
  },
);

test('no drag starts when main shows a notice instead of making a copy', async () => {
  const { calledActions, call, finishCopy } = createMain(null);
  const dragging = dragOut(item, { call, page: new EventTarget() });
  finishCopy();
  await dragging;
  expect(calledActions).toEqual(['prepare']);
});
