/** @file Loads the content of a version by content URLs from main. Bytes never cross the bridge. */
import { PaydeskError } from '../../../shared/errors.ts';
import { type ProofContent, proofContentSchema } from '../../../shared/model/proofs/content.ts';
import { call } from '../../bridge.ts';
import { loadBytes } from '../../components/load-bytes.ts';

/** Bytes of raw text to show. */
const maxTextBytes = 4 * 1024 * 1024;

/** Content URLs of a version: the document, `pop` as received, and the content read from a text document. */
export interface Addresses {
  readonly document: string;
  readonly received: string;
  readonly read: string;
}

/** Requests the content URLs of a version. */
export function openVersion(id: number, version: string): Promise<Addresses> {
  return call('proofs.open', { id, version });
}

/** Loads the beginning of a text, and whether it is complete. */
export async function loadText(address: string): Promise<{ text: string; isWhole: boolean }> {
  const bytes = await loadBytes(address);
  const text = new TextDecoder().decode(bytes.subarray(0, maxTextBytes));
  return { text, isWhole: bytes.length <= maxTextBytes };
}

/** Loads the content that main read from a text document. Rejects with `unexpected` for other documents. */
export async function loadContent(address: string): Promise<ProofContent> {
  const json: unknown = JSON.parse(new TextDecoder().decode(await loadBytes(address)));
  const parsed = proofContentSchema.safeParse(json);
  if (!parsed.success) throw new PaydeskError('unexpected', 'The content of a proof is invalid');
  return parsed.data;
}
