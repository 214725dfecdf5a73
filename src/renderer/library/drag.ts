/**
 * @file Drags one file out of the window: the copy is made while the mouse button is down, and dragged only if it is
 * still down.
 */
import type { DraggedItem } from '../../shared/contract/drag-out.ts';
import type { BridgeClient } from '../bridge.ts';

/** Events that cancel a drag before it begins: the button is released, or the window loses the focus. */
const endings = ['pointerup', 'pointercancel', 'mouseup', 'blur'];

/**
 * Drags a file of the library out of the window. Rejects when the file does not exist, or its copy could not be made.
 */
export async function dragOut(
  item: DraggedItem,
  { call, page }: { readonly call: BridgeClient['call']; readonly page: EventTarget },
): Promise<void> {
  const over = new AbortController();
  for (const ending of endings) {
    page.addEventListener(ending, () => over.abort(), { capture: true, once: true, signal: over.signal });
  }
  const { copy } = await call('dragOut.prepare', { item });
  const letGo = over.signal.aborted;
  over.abort();
  if (copy === null) return;
  // With the button already released, the system would drop the file immediately at the pointer.
  await call(letGo ? 'dragOut.discard' : 'dragOut.start', { copy });
}
