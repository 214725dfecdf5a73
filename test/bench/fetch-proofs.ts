/** @file Fetches proofs of payment with a program. */
import { pollUntil } from '../e2e/launch/calls.ts';
import type { Program } from './program.ts';

/** Proofs that are links to a web page are saved, too, but listed apart. */
const savedStates = ['saved', 'link'] as const;
const timeoutMs = 30 * 60_000;

/** Fetches proofs, and waits until `total` proofs are saved. */
export async function fetchProofs(
  { call }: Program,
  references: readonly string[],
  total: number,
): Promise<void> {
  await call('proofs.fetch', { references: [...references], refresh: false });
  await pollUntil(
    async () => {
      const pages = await Promise.all(
        savedStates.map((state) => call('proofs.list', { offset: 0, limit: 1, state, search: '' })),
      );
      return pages.reduce((sum, page) => sum + page.total, 0);
    },
    (saved) => saved === total,
    timeoutMs,
  );
}
