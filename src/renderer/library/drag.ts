/** @file One drag out of the window: the copy is made while the mouse button is down, and dragged only if it still is. */
import type { DraggedItem } from '../../shared/contract/drag-out.ts';
import type { BridgeClient } from '../bridge.ts';

/** What ends a drag that has not begun: the button is let go, or the window is left for another. */
const endings = ['pointerup', 'pointercancel', 'mouseup', 'blur'];

/** Drags a file of the library out. Rejects when there is none, or no copy could be made. */
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
  // Without a button that is down, the system would drop it at once where the pointer happens to be.
  await call(letGo ? 'dragOut.discard' : 'dragOut.start', { copy });
}
