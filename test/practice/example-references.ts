/** @file References of transactions with a proof of payment in the practice company. */
import { wallets } from '../../src/main/practice/data/company.ts';
import { determineProofKind, type ProofKind, proofKinds } from '../../src/main/practice/data/proof-kinds.ts';
import type { Transactions } from '../../src/main/practice/data/transactions.ts';
import { formatUtcDate } from '../../src/main/practice/operations/proofs.ts';

/** Returns up to `count` references with a proof, newest first. The first few dozen include every kind of proof. */
export function exampleReferences(transactions: Transactions, now: number, count: number): string[] {
  const references: string[] = [];
  const dayMs = 86_400_000;
  const earliest = now - 400 * dayMs;
  for (let time = now; references.length < count && time > earliest; time -= dayMs) {
    const date = formatUtcDate(time);
    const payments = wallets
      .flatMap((wallet) => transactions.between(wallet, date, date, date))
      .filter(({ kind }) => kind === 'payment');
    references.push(...payments.map(({ reference }) => reference));
  }
  return references.slice(0, count);
}

/** Returns one reference for each kind of proof; an empty text for a kind without a recent proof. */
export function exampleOfEachKind(transactions: Transactions, now: number): Record<ProofKind, string> {
  const references = exampleReferences(transactions, now, 1000);
  const referenceOf = (kind: ProofKind) =>
    references.find((reference) => determineProofKind(reference) === kind) ?? '';
  const examples = proofKinds.map((kind) => [kind, referenceOf(kind)] as const);
  return Object.fromEntries(examples) as Record<ProofKind, string>;
}
