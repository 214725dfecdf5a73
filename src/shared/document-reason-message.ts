/** @file Messages of document reasons for the list, the detail panel and the exported result. */
import { t } from './messages/index.ts';
import type { DocumentReason } from './model/documents/document.ts';

/**
 * The message of a reason: short for a row; in full with what happened, what Paydesk did and what the clerk can do.
 */
interface ReasonMessage {
  readonly short: string;
  readonly full: string;
}

type Facts = DocumentReason['facts'];

function factText(facts: Facts, name: string, fallback: string): string {
  const value = facts[name];
  return value === undefined || value === '' ? fallback : String(value);
}

/** Formats the service's status and message, for example `422: “…”`; empty when both are unknown. */
function formatAnswer(facts: Facts): string {
  const status = factText(facts, 'status', '');
  const message = factText(facts, 'message', '');
  if (message === '') return status;
  return status === ''
    ? t('documentReasons.answer.message', { message })
    : t('documentReasons.answer.both', { status, message });
}

/** Returns the message of a reason. Missing facts are replaced by general descriptions. */
export function reasonMessage({ code, facts }: DocumentReason): ReasonMessage {
  const factOrUnknown = (name: 'name' | 'system' | 'headers' | 'host' | 'missing' | 'tries' | 'by') =>
    factText(facts, name, t(`documentReasons.unknown.${name}`));
  const answer = formatAnswer(facts);
  const values = {
    answer,
    hasAnswer: answer !== '',
    batch: factText(facts, 'batch', '?'),
    by: factOrUnknown('by'),
    extension: factText(facts, 'extension', '?'),
    files: Number(facts['files'] ?? 0),
    found: factText(facts, 'found', 'other'),
    headers: factOrUnknown('headers'),
    host: factOrUnknown('host'),
    lines: Number(facts['lines'] ?? 0),
    missing: factOrUnknown('missing'),
    name: factOrUnknown('name'),
    needsHeaders: facts['problem'] === 'signed-headers',
    stage: factText(facts, 'stage', 'not-sent'),
    system: factOrUnknown('system'),
    tries: factOrUnknown('tries'),
    what: factText(facts, 'what', 'script'),
  };
  return {
    short: t(`documentReasons.${code}.short`, values),
    full: t(`documentReasons.${code}.full`, values),
  };
}
