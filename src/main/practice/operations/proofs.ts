/** @file Proofs of payment (section 4.6). */
import { createProof } from '../data/proof-kinds.ts';
import { isProofRefused } from '../data/samples.ts';
import type { SimulatorDeps } from '../deps.ts';
import { errorAnswer, jsonAnswer, Refusal } from '../http/answers.ts';
import { requireNoBody, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';

/** Serves the proof of one transaction. An unknown reference gets a 404, which is no violation. */
export function proofRoute({ settings, tokens, transactions, now }: SimulatorDeps): Route {
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
      const transaction = transactions.find(exchange.subject ?? '', formatUtcDate(now()));
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
