/** @file Formats the details of an error as arguments of its message. */
import type { ErrorDetails } from '../errors.ts';
import { t } from './index.ts';

/** A title and one to three sentences. */
export interface ErrorMessage {
  readonly title: string;
  readonly detail: string;
}

/** Formats the message of one error code. */
export type ErrorFormatter = (details: ErrorDetails) => ErrorMessage;

/** Returns a text or number among the details; `null` when the detail is missing or blank. */
export function text(details: ErrorDetails, name: string): string | null {
  const value = details[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Returns a number among the details; 0 when the detail is missing. */
export function number(details: ErrorDetails, name: string): number {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
}

/** Returns a list among the details; empty when the detail is missing. */
export function texts(details: ErrorDetails, name: string): readonly string[] {
  const value = details[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The host at the beginning of a sentence, or *The service*. */
export function host(details: ErrorDetails): string {
  return text(details, 'host') ?? t('errors.details.serviceFirst');
}

/** The host inside a sentence, or *the service*. */
export function hostInside(details: ErrorDetails): string {
  return text(details, 'host') ?? t('errors.details.service');
}

/** A sentence about the answer: `auth.example answered 401.`, with the service's message if there is one. */
export function answered(details: ErrorDetails): string {
  const status = text(details, 'status');
  const message = text(details, 'message');
  const hostName = host(details);
  if (status === null) {
    return message === null
      ? t('errors.details.refused', { host: hostName })
      : t('errors.details.refusedMessage', { host: hostName, message });
  }
  return message === null
    ? t('errors.details.answered', { host: hostName, status })
    : t('errors.details.answeredMessage', { host: hostName, status, message });
}

/** The name of a file, profile or beneficiary in quotes, or `fallback`. */
export function named(details: ErrorDetails, fallback: string): string {
  const name = text(details, 'name') ?? text(details, 'label');
  return name === null ? fallback : t('errors.details.named', { name });
}

/** The system's code in brackets, for the end of a phrase; empty without one. */
export function systemCode(details: ErrorDetails): string {
  const cause = text(details, 'cause');
  return cause === null ? '' : ` (${cause})`;
}
