/** @file Fetches proofs and shows the first of them. Proofs and statements both do this. */
import { call } from '../bridge.ts';
import { navigate } from './routes.ts';

async function firstInList(): Promise<number | null> {
  const page = { offset: 0, limit: 1, state: null, search: '' } as const;
  return (await call('proofs.list', page)).rows[0]?.id ?? null;
}

/**
 * Fetches references, which are put on top of the list, and opens the first of them on the Proofs screen. In an empty list,
 * that screen opens the first proof that arrives.
 */
export async function fetchProofs(references: readonly string[], refresh: boolean): Promise<void> {
  const wasEmpty = (await firstInList()) === null;
  await call('proofs.fetch', { references: [...references], refresh });
  navigate('proofs', { proofId: wasEmpty ? null : await firstInList() });
}

/** Fetches references that have no proof, and stays on the screen. */
export function queueProofs(references: readonly string[]): Promise<{ readonly queued: number }> {
  return call('proofs.fetch', { references: [...references], refresh: false });
}
