/** @file Dragging a stored original out of the window as a temporary, unencrypted copy. */
import { z } from 'zod';
import { actions, command } from './define.ts';

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
  'dragOut.copy': actions({
    /**
     * Creates an unencrypted copy for a drag. `null` when there is no copy to drag, because the command showed the notice
     * that copies are not encrypted, or because the clerk declined the copy.
     */
    prepare: command(z.strictObject({ item: draggedItemSchema }), z.object({ copy: copy.nullable() })),
    /** Starts the system's drag of the copy, while the mouse button is still down. */
    start: command(z.strictObject({ copy }), z.null()),
    /** Deletes the copy, because the mouse button was released too early. */
    discard: command(z.strictObject({ copy }), z.null()),
  }),
} as const;
