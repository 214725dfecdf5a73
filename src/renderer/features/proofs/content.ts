/** @file Loads what a version holds, by addresses that main gives out. Bytes never go over the bridge. */
import { encodingOf } from '../../../shared/model/proofs/text-encoding.ts';
import { call } from '../../bridge.ts';
import { loadBytes } from '../../components/load-bytes.ts';

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

/** True when the bytes are UTF-8; they may end within a letter. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The beginning of the text under an address, and whether that is all of it. */
export async function loadText(address: string): Promise<{ text: string; whole: boolean }> {
  const bytes = await loadBytes(address);
  const start = bytes.subarray(0, mostTextBytes);
  const text = new TextDecoder(encodingOf(start, isUtf8(start))).decode(start);
  return { text, whole: bytes.length <= mostTextBytes };
}
