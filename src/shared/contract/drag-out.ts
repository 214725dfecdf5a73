/** @file Dragging a sealed original out of the window, as a plain copy that does not last. */
import { z } from 'zod';
import { command } from './define.ts';

const id = z.number().int().positive();

/** What can be dragged out: what the library holds, by its identifier. */
export const draggedItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('statement'), id }),
  /** The document of a kept version; of the newest one when `version` is `null`. */
  z.strictObject({ kind: z.literal('proof'), id, version: z.uuid().nullable() }),
]);

export type DraggedItem = z.infer<typeof draggedItemSchema>;

const copy = z.uuid();

/** What the page can ask. */
export const dragOutCommands = {
  /**
   * Makes a plain copy for the drag that begins. `null` when the clerk was just told that copies are not sealed, or does
   * not want one: then there is nothing to drag.
   */
  'dragOut.prepare': command(
    z.strictObject({ item: draggedItemSchema }),
    z.object({ copy: copy.nullable() }),
  ),
  /** Hands the copy to the system, which drags it on. The mouse button is still down. */
  'dragOut.start': command(z.strictObject({ copy }), z.null()),
  /** The mouse button was let go too early: the copy goes. */
  'dragOut.discard': command(z.strictObject({ copy }), z.null()),
} as const;
