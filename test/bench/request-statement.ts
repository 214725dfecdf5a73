/** @file Requests statements with a program. */
import { pollUntil } from '../e2e/launch/calls.ts';
import type { Program } from './program.ts';

/** A statement of the company. */
export interface StatementToStore {
  readonly walletId: number;
  readonly since: string;
  readonly till: string;
}

/** Requests statements and pastes the event of each, which `eventOf` returns, and waits until `total` are stored. */
export async function storeStatements(
  { call, simulator }: Program,
  statements: readonly StatementToStore[],
  total: number,
  eventOf: () => unknown = () => simulator.events().at(-1),
): Promise<void> {
  await call('statements.wallets', {});
  for (const { walletId, since, till } of statements) {
    const request = { profileId: 'test-profile', walletIds: [walletId], periods: [{ since, till }] };
    await call('statements.request', { ...request, format: 'csv', email: '' });
    await call('statements.addEvents', { action: 'paste', text: JSON.stringify(eventOf()) });
  }
  const countStored = async () =>
    (await call('statements.list', { state: 'stored', offset: 0, limit: 1 })).total;
  await pollUntil(countStored, (count) => count === total, 10 * 60_000);
}
