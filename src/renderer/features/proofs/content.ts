/** @file Loads what a version holds, by addresses that main gives out. Bytes never go over the bridge. */
import { PaydeskError } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';

/** The most bytes that are shown as text. */
const mostTextBytes = 4 * 1024 * 1024;

/** Addresses of a version's document and of `pop` as received. */
export interface Addresses {
  readonly document: string;
  readonly received: string;
}

/** Asks for the addresses of a version. */
export function openVersion(id: number, version: string): Promise<Addresses> {
  return call('proofs.open', { id, version });
}

/** All bytes under an address. Rejects with `library-item-damaged` when main could not read them. */
export async function loadBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new PaydeskError('library-item-damaged', 'The content could not be read');
  return new Uint8Array(await response.arrayBuffer());
}

/** The beginning of the text under an address, and whether that is all of it. */
export async function loadText(address: string): Promise<{ text: string; whole: boolean }> {
  const bytes = await loadBytes(address);
  const text = new TextDecoder().decode(bytes.subarray(0, mostTextBytes));
  return { text, whole: bytes.length <= mostTextBytes };
}
