/** @file References of transactions with a proof of payment in the practice company. */
import { wallets } from '../../src/main/simulator/company.ts';
import { determineProofKind, type ProofKind, proofKinds } from '../../src/main/simulator/proof-kinds.ts';
import { formatUtcDate } from '../../src/main/simulator/proofs.ts';
import type { Transaction, Transactions } from '../../src/main/simulator/transactions.ts';

/** Returns up to `count` references with a proof, newest first. The first few dozen include every kind of proof. */
export function exampleReferences(transactions: Transactions, now: number, count: number): string[] {
  const references: string[] = [];
  const dayMs = 86_400_000;
  const earliest = now - 400 * dayMs;
  for (let time = now; references.length < count && time > earliest; time -= dayMs) {
    const date = formatUtcDate(time);
    const payments = wallets
      .flatMap((wallet) => transactions.between(wallet, date, date, date))
      .filter(isPayment);
    references.push(...payments.map(({ reference }) => reference));
  }
  return references.slice(0, count);
}

/** Returns one reference for each kind of proof; an empty text for a kind without a recent proof. */
export function exampleOfEachKind(transactions: Transactions, now: number): Record<ProofKind, string> {
  const references = exampleReferences(transactions, now, 1000);
  const entries = proofKinds.map((kind) => [kind, findReferenceOfKind(references, kind)] as const);
  return { ...emptyExamples, ...Object.fromEntries(entries) };
}

const emptyExamples: Record<ProofKind, string> = {
  pdf: '',
  png: '',
  mt103: '',
  pacs008: '',
  json: '',
  text: '',
  url: '',
};

function findReferenceOfKind(references: readonly string[], kind: ProofKind): string {
  return references.find((reference) => determineProofKind(reference) === kind) ?? '';
}

function isPayment({ kind }: Transaction): boolean {
  return kind === 'payment';
}
