/** @file Proofs of payment (section 4.6). */
import { errorAnswer, jsonAnswer, Refusal } from './answers.ts';
import { wallets } from './company.ts';
import type { SimulatorDeps } from './deps.ts';
import { requireNoBody, requireQuery } from './exchange.ts';
import { type ProofKind, proofKindOf, proofKinds, proofOf } from './proof-kinds.ts';
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
      const transaction = transactions.find(exchange.subject ?? '', today(clock.now()));
      if (transaction?.kind !== 'payment') {
        throw new Refusal(errorAnswer(404, 'There is no proof of payment for this reference'));
      }
      if (settings.samples && isProofRefused(transactions, transaction)) {
        throw new Refusal(errorAnswer(400, 'The bank has not confirmed this payment yet'));
      }
      return jsonAnswer(200, proofOf(transaction));
    },
  };
}

/** The UTC calendar date of a time in milliseconds since 1970. */
export function today(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** References with a proof, newest first; the first few dozen include every kind. */
export function exampleReferences(transactions: Transactions, now: number, count: number): string[] {
  const found: string[] = [];
  const dayLength = 86_400_000;
  for (let at = now; found.length < count && at > now - 400 * dayLength; at -= dayLength) {
    const date = today(at);
    const payments = wallets
      .flatMap((wallet) => transactions.between(wallet, date, date, date))
      .filter(isPayment);
    found.push(...payments.map(({ reference }) => reference));
  }
  return found.slice(0, count);
}

/** One reference for each kind of proof. */
export function exampleOfEachKind(transactions: Transactions, now: number): Record<ProofKind, string> {
  const references = exampleReferences(transactions, now, 1000);
  const pairs = proofKinds.map((kind) => [kind, referenceOfKind(references, kind)] as const);
  return { ...emptyExamples, ...Object.fromEntries(pairs) };
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

function referenceOfKind(references: readonly string[], kind: ProofKind): string {
  return references.find((reference) => proofKindOf(reference) === kind) ?? '';
}

function isPayment({ kind }: Transaction): boolean {
  return kind === 'payment';
}
