/** @file Loads what a version holds, by addresses that main gives out. Bytes never go over the bridge. */
import { PaydeskError } from '../../../shared/errors.ts';
import { type ProofContent, proofContentSchema } from '../../../shared/model/proofs/content.ts';
import { call } from '../../bridge.ts';
import { loadBytes } from '../../components/load-bytes.ts';

/** The most bytes of a raw text that are shown. */
const maxTextBytes = 4 * 1024 * 1024;

/** Addresses of a version: its document, `pop` as received, and what was read of a document that is text. */
export interface Addresses {
  readonly document: string;
  readonly received: string;
  readonly read: string;
}

/** Asks for the addresses of a version. */
export function openVersion(id: number, version: string): Promise<Addresses> {
  return call('proofs.open', { id, version });
}

/** The beginning of the text under an address, and whether that is all of it. */
export async function loadText(address: string): Promise<{ text: string; isWhole: boolean }> {
  const bytes = await loadBytes(address);
  const text = new TextDecoder().decode(bytes.subarray(0, maxTextBytes));
  return { text, isWhole: bytes.length <= maxTextBytes };
}

/** What main read of a document that is text. Rejects with `unexpected` when it is none. */
export async function loadContent(address: string): Promise<ProofContent> {
  const json: unknown = JSON.parse(new TextDecoder().decode(await loadBytes(address)));
  const parsed = proofContentSchema.safeParse(json);
  if (!parsed.success)
    throw new PaydeskError('unexpected', 'The content of a proof is not what it should be');
  return parsed.data;
}
