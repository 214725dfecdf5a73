/** @file Why a document is in its state, as a clerk reads it in the list, in the panel and in the exported result. */
import { t } from './messages/index.ts';
import type { DocumentReason } from './model/document.ts';

/** A reason in a row, and in full: what happened, what Paydesk did, what can be done. */
export interface ReasonMessage {
  readonly short: string;
  readonly full: string;
}

type Facts = DocumentReason['facts'];

function fact(facts: Facts, name: string, unknown: string): string {
  const value = facts[name];
  return value === undefined || value === '' ? unknown : String(value);
}

/** The service's status and message, as far as they are known: `422: “…”`; empty when neither is. */
function answerOf(facts: Facts): string {
  const status = fact(facts, 'status', '');
  const message = fact(facts, 'message', '');
  if (message === '') return status;
  return status === ''
    ? t('documentReasons.answer.message', { message })
    : t('documentReasons.answer.both', { status, message });
}

/** The message of a reason. Facts that are missing are described in general words. */
export function reasonMessage({ code, facts }: DocumentReason): ReasonMessage {
  const known = (name: 'name' | 'system' | 'headers' | 'host' | 'missing' | 'tries' | 'by') =>
    fact(facts, name, t(`documentReasons.unknown.${name}`));
  const answer = answerOf(facts);
  const values = {
    answer,
    hasAnswer: answer !== '',
    batch: fact(facts, 'batch', '?'),
    by: known('by'),
    extension: fact(facts, 'extension', '?'),
    files: Number(facts['files'] ?? 0),
    found: fact(facts, 'found', 'other'),
    headers: known('headers'),
    host: known('host'),
    lines: Number(facts['lines'] ?? 0),
    missing: known('missing'),
    name: known('name'),
    needsHeaders: facts['problem'] === 'signed-headers',
    stage: fact(facts, 'stage', 'not-sent'),
    system: known('system'),
    tries: known('tries'),
    what: fact(facts, 'what', 'script'),
  };
  return {
    short: t(`documentReasons.${code}.short`, values),
    full: t(`documentReasons.${code}.full`, values),
  };
}
