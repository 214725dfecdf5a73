/** @file Loads large contents, by addresses that main gives out. Bytes never go over the bridge. */
import { PaydeskError } from '../../shared/errors.ts';

/** All bytes under an address. Rejects with `library-item-damaged` when main could not read them. */
export async function loadBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new PaydeskError('library-item-damaged', 'The content could not be read');
  return new Uint8Array(await response.arrayBuffer());
}
