/** @file Loads large contents by content URLs from main. Bytes never cross the bridge. */
import { PaydeskError } from '../../../shared/errors.ts';

/** Loads all bytes of a content URL. Rejects with `library-item-damaged` when main could not read them. */
export async function loadBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new PaydeskError('library-item-damaged', 'The content could not be read');
  return new Uint8Array(await response.arrayBuffer());
}
