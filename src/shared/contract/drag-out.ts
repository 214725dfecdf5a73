/** @file Dragging a stored original out of the window as a temporary, unencrypted copy. */
import { z } from 'zod';
import { command } from './define.ts';

const id = z.number().int().positive();

/** An item of the library that can be dragged out. */
const draggedItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('statement'), id }),
  /** The document of a stored version of a proof, or of the newest version when `version` is `null`. */
  z.strictObject({ kind: z.literal('proof'), id, version: z.uuid().nullable() }),
]);

export type DraggedItem = z.infer<typeof draggedItemSchema>;

const copy = z.uuid();

export const dragOutCommands = {
  /**
   * Creates an unencrypted copy for a drag. `null` when there is no copy to drag, because the command showed the notice
   * that copies are not encrypted, or because the clerk declined the copy.
   */
  'dragOut.prepare': command(
    z.strictObject({ item: draggedItemSchema }),
    z.object({ copy: copy.nullable() }),
  ),
  /** Starts the system's drag of the copy, while the mouse button is still down. */
  'dragOut.start': command(z.strictObject({ copy }), z.null()),
  /** Deletes the copy, because the mouse button was released too early. */
  'dragOut.discard': command(z.strictObject({ copy }), z.null()),
} as const;
