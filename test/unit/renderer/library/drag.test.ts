import { expect, test } from 'vitest';
import type { BridgeClient } from '../../../../src/renderer/bridge.ts';
import { dragOut } from '../../../../src/renderer/features/drag-out/drag.ts';

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

test.each<[what: string, madeCopy: string | null, eventName: string | null, actions: readonly string[]]>([
  ['starts when the copy is ready while the mouse button is down', copy, null, ['prepare', 'start']],
  ['does not start when main shows a notice instead of making a copy', null, null, ['prepare']],
  ['ends with pointerup before the copy is ready', copy, 'pointerup', ['prepare', 'discard']],
  ['ends with pointercancel before the copy is ready', copy, 'pointercancel', ['prepare', 'discard']],
  ['ends with mouseup before the copy is ready', copy, 'mouseup', ['prepare', 'discard']],
  ['ends with blur before the copy is ready', copy, 'blur', ['prepare', 'discard']],
])('a drag %s', async (_, madeCopy, eventName, actions) => {
  const { calledActions, call, finishCopy } = createMain(madeCopy);
  const page = new EventTarget();
  const dragging = dragOut(item, { call, page });
  if (eventName !== null) page.dispatchEvent(new Event(eventName));
  finishCopy();
  await dragging;
  expect(calledActions).toEqual(actions);
});
