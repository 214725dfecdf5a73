/** @file Drags a copy of a file out of the window, unless the mouse button is released before the copy is ready. */
import type { DraggedItem } from '../../../shared/contract/drag-out.ts';
import type { BridgeClient } from '../../bridge.ts';

/** Events that cancel a drag before it begins: the button is released, or the window loses the focus. */
const dragEndEvents = ['pointerup', 'pointercancel', 'mouseup', 'blur'];

/**
 * Drags a file of the library out of the window. Rejects when the file does not exist, or when its copy
 * cannot be made.
 */
export async function dragOut(
  item: DraggedItem,
  { call, page }: { readonly call: BridgeClient['call']; readonly page: EventTarget },
): Promise<void> {
  const dragEnd = new AbortController();
  for (const eventName of dragEndEvents) {
    page.addEventListener(eventName, () => dragEnd.abort(), {
      capture: true,
      once: true,
      signal: dragEnd.signal,
    });
  }
  const { copy } = await call('dragOut.copy', { action: 'prepare', item });
  const hasEnded = dragEnd.signal.aborted;
  // Removes the listeners that have not fired; `hasEnded` is already decided.
  dragEnd.abort();
  if (copy === null) return;
  // With the button already released, the system would drop the file immediately at the pointer.
  await call('dragOut.copy', { action: hasEnded ? 'discard' : 'start', copy });
}
