/** @file The details of an error in words; `errors.ts` puts them into sentences. */
import type { ErrorDetails } from '../errors.ts';
import { counted, formatList } from './count.ts';

/** A title and one to three sentences. */
export interface ErrorWords {
  readonly title: string;
  readonly detail: string;
}

/** How an error of one code is said. */
export type Wording = (details: ErrorDetails) => ErrorWords;

/** Said where work goes on by itself. */
export const waits = 'Work that was started waits, and goes on by itself.';
/** Said where everything stayed as it was. */
export const untouched = 'Nothing was changed.';
/** Said where nothing left this computer. */
export const nothingSent = 'Nothing was sent.';

/** A text or number among the details; `null` when it is missing or blank. */
export function text(details: ErrorDetails, name: string): string | null {
  const value = details[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function texts(details: ErrorDetails, name: string): readonly string[] {
  const value = details[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The host that is meant, or *The service*. */
export function host(details: ErrorDetails): string {
  return text(details, 'host') ?? 'The service';
}

/** `auth.example answered 401.`, with the service's own words when it gave some. */
export function answered(details: ErrorDetails): string {
  const status = text(details, 'status');
  const message = text(details, 'message');
  const first = status === null ? `${host(details)} refused it.` : `${host(details)} answered ${status}.`;
  return message === null ? first : `${first} It said: “${message}”.`;
}

/** The name of a file, profile or beneficiary in quotes, or the words in its place. */
export function named(details: ErrorDetails, otherwise: string): string {
  const name = text(details, 'name') ?? text(details, 'label');
  return name === null ? otherwise : `“${name}”`;
}

/** Who issued a certificate, or the code of what is wrong with it, as the end of a phrase. */
export function issuer(details: ErrorDetails): string {
  const cause = text(details, 'cause');
  if (cause === null) return '';
  return /^[A-Z0-9_]+$/.test(cause) ? ` (${cause})` : `, issued by ${cause}`;
}

/** The system's code in brackets, as the end of a phrase. */
export function systemCode(details: ErrorDetails): string {
  const cause = text(details, 'cause');
  return cause === null ? '' : ` (${cause})`;
}

/** When the service lets us ask again. */
export function wait(details: ErrorDetails): string {
  const milliseconds = details['retryAfter'];
  if (typeof milliseconds !== 'number' || milliseconds <= 0) return 'in a moment';
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes <= 1 ? 'within a minute' : `in about ${minutes} minutes`;
}

const readable = { token: 'a token', companyId: 'a company ID', items: 'upload links', wallets: 'wallets' };

function missing(details: ErrorDetails): string {
  const name = text(details, 'missing');
  if (name === null) return 'What is needed is not among them.';
  const words = Object.entries(readable).find(([key]) => key === name)?.[1] ?? name;
  return `None is ${words}.`;
}

/** What an answer had in place of what was needed: its fields, a web page, or nothing known. */
export function fieldsSeen(details: ErrorDetails): string {
  const seen = texts(details, 'fields');
  if (seen.length > 0) return `Fields seen: ${seen.join(', ')}. ${missing(details)}`;
  const kind = text(details, 'contentType');
  if (kind?.includes('html') === true) {
    return `${host(details)} answered with a web page. A sign-in page of your network may stand in between.`;
  }
  return `${host(details)} answered without anything that Paydesk knows.`;
}

/** The names of the fields of a form that are not right. */
export function fieldsWrong(details: ErrorDetails): string {
  const fields = texts(details, 'fields');
  return fields.length === 0 ? '' : ` Look at ${formatList(fields)}.`;
}

function number(details: ErrorDetails, name: string): number {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
}

const document = { one: 'document', other: 'documents' };
const beneficiary = { one: 'beneficiary', other: 'beneficiaries' };

/** What keeps a batch from starting, the first thing first. */
export function notReady(details: ErrorDetails): string {
  const checking = number(details, 'checking');
  if (checking > 0)
    return `${counted(checking, { one: 'file is', other: 'files are' })} still being checked.`;
  const unassigned = number(details, 'unassigned');
  if (unassigned > 0) {
    return `${counted(unassigned, { one: 'file has', other: 'files have' })} no beneficiary yet: assign or exclude them.`;
  }
  if (details['toAttach'] === 0) return 'There is no document to attach.';
  return 'Every file must be checked, and assigned or excluded, before it starts.';
}

/** What a batch would do now, when that is no longer what the clerk saw. */
export function numbersNow(details: ErrorDetails): string {
  if (typeof details['documents'] !== 'number') return '';
  const documents = counted(number(details, 'documents'), document);
  return ` It would now attach ${documents} to ${counted(number(details, 'beneficiaries'), beneficiary)}.`;
}

/** What is wrong with the JSON object of a new beneficiary. */
export function payloadProblem(details: ErrorDetails): string {
  const message = text(details, 'message');
  if (message === null) return 'It must be one JSON object, in curly brackets.';
  if (message === 'documentDetails')
    return 'It names documentDetails, which Paydesk adds itself: take that out.';
  return `It is not JSON: ${message}.`;
}

/** Why a key that may have been kept cannot be used. */
export function keyNeeded(details: ErrorDetails): ErrorWords {
  if (details['changed'] === true) {
    return {
      title: 'Paste the API key again',
      detail:
        'The hosts or the client ID of this profile changed after the API key was kept. Paydesk uses a kept key only with the hosts and the client ID that the key was kept for, and sent the key nowhere. Check the hosts, then paste the API key.',
    };
  }
  if (details['unbound'] === true) {
    return {
      title: 'Paste the API key once more',
      detail:
        'An earlier version of Paydesk kept the API key without the hosts that the key belongs to. Paydesk sent the key nowhere. Check the hosts, then paste the API key.',
    };
  }
  if (details['lost'] === true) {
    return {
      title: 'The keychain no longer holds the API key',
      detail: 'It was kept there and is gone; Paydesk did not remove it. Paste the API key to sign in.',
    };
  }
  return {
    title: 'The API key is needed',
    detail: 'No key is kept for this profile. Paste the API key to sign in.',
  };
}
