/** @file Loads the content of a version by content URLs from main. Bytes never cross the bridge. */
import { PaydeskError } from '../../../shared/errors.ts';
import { type ProofContent, proofContentSchema } from '../../../shared/model/proofs/content.ts';
import { call } from '../../bridge.ts';
import { loadBytes } from '../../components/files/load-bytes.ts';

/** Bytes of raw text to show. */
const maxTextBytes = 4 * 1024 * 1024;

/** Content URLs of a version: the document, `pop` as received, and the content read from a text document. */
export interface ContentUrls {
  readonly document: string;
  readonly received: string;
  readonly read: string;
}

export function fetchContentUrls(id: number, version: string): Promise<ContentUrls> {
  return call('proofs.open', { action: 'contents', id, version });
}

/** Loads a text of at most `maxTextBytes`; `isWhole` is false when the text was truncated. */
export async function loadText(url: string): Promise<{ text: string; isWhole: boolean }> {
  const bytes = await loadBytes(url);
  const text = new TextDecoder().decode(bytes.subarray(0, maxTextBytes));
  return { text, isWhole: bytes.length <= maxTextBytes };
}

/** Loads the content that main read from a text document. Rejects with `unexpected` for other documents. */
export async function loadContent(url: string): Promise<ProofContent> {
  const json: unknown = JSON.parse(new TextDecoder().decode(await loadBytes(url)));
  const parsed = proofContentSchema.safeParse(json);
  if (!parsed.success) throw new PaydeskError('unexpected', 'The content of a proof is invalid');
  return parsed.data;
}
