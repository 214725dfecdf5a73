/** @file Fetches proofs of payment with a program. */
import { pollUntil } from '../e2e/launch/calls.ts';
import type { Program } from './program.ts';

const timeoutMs = 30 * 60_000;

/** Fetches proofs, and waits until so many more are kept: those that are links to a web page are kept, too. */
export async function fetchProofs({ call }: Program, references: readonly string[]): Promise<void> {
  const countKept = async () =>
    (await call('proofs.list', { offset: 0, limit: 1, state: null, search: '' })).kept;
  const before = await countKept();
  await call('proofs.fetch', { references: [...references], refresh: false });
  await pollUntil(countKept, (count) => count === before + references.length, timeoutMs);
}
