/** @file Proofs of payment (section 4.6). */
import { errorAnswer, jsonAnswer, Refusal } from './answers.ts';
import { wallets } from './company.ts';
import type { SimulatorDeps } from './deps.ts';
import { requireNoBody, requireQuery } from './exchange.ts';
import { createProof, determineProofKind, type ProofKind, proofKinds } from './proof-kinds.ts';
import type { Route } from './route.ts';
import { isProofRefused } from './samples.ts';
import type { Transaction, Transactions } from './transactions.ts';

/** Serves the proof of one transaction. An unknown reference gets a 404, which is no violation. */
export function proofRoute({ settings, tokens, transactions, clock }: SimulatorDeps): Route {
  return {
    name: 'proof',
    hosts: ['legacy'],
    methods: ['GET'],
    pattern: /^\/profile\/transaction-history\/proof-of-payment\/([^/]+)$/,
    check(exchange) {
      exchange.subject = exchange.parameters[0] ?? '';
      tokens.require(exchange);
      requireQuery(exchange, []);
      requireNoBody(exchange);
    },
    handle(exchange) {
      const transaction = transactions.find(exchange.subject ?? '', formatUtcDate(clock.now()));
      if (transaction?.kind !== 'payment') {
        throw new Refusal(errorAnswer(404, 'There is no proof of payment for this reference'));
      }
      if (settings.samples && isProofRefused(transactions, transaction)) {
        throw new Refusal(errorAnswer(400, 'The bank has not confirmed this payment yet'));
      }
      return jsonAnswer(200, createProof(transaction));
    },
  };
}

/** Formats the UTC calendar date of a time (milliseconds since 1970) as YYYY-MM-DD. */
export function formatUtcDate(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

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
