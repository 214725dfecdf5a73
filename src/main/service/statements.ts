/** @file Wallets and statement export (specification, sections 2.7, 2.8, 4.2 and 4.7). */
import {
  type StatementFormat,
  type Wallet,
  walletIdSchema,
} from '../../shared/model/statements/statements.ts';
import { isJsonObject, isWebPage, jsonOf, notUnderstood } from './answers.ts';
import type { Incoming } from './http/http-messages.ts';

/** Fields that may contain the list of wallets when the body is not an array. */
const usualListNames = ['data', 'items', 'wallets', 'results'] as const;
const maxLabelLength = 120;
const maxWallets = 10_000;

function readLabel(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxLabelLength);
  return text === '' ? null : text;
}

function readWallet(value: unknown): Wallet | null {
  if (!isJsonObject(value)) return null;
  const id = [value['id'], value['walletId']]
    .map((candidate) => walletIdSchema.safeParse(candidate))
    .find(({ success }) => success);
  if (id?.data === undefined) return null;
  return { id: id.data, name: readLabel(value['name']), currency: readLabel(value['currency']) };
}

/**
 * Reads the wallets of an answer, whose body the specification does not show: an array at the top or the first array
 * under a usual name, each with an integer `id` or `walletId`. Throws `answer-not-understood` when there is no list.
 */
export function readWallets(host: string, incoming: Incoming): Wallet[] {
  const body = jsonOf(incoming);
  const list = Array.isArray(body)
    ? body
    : isJsonObject(body)
      ? usualListNames.map((name) => body[name]).find((value) => Array.isArray(value))
      : undefined;
  if (!Array.isArray(list)) throw notUnderstood(host, incoming, body, 'wallets');
  const wallets = list.map(readWallet).filter((wallet) => wallet !== null);
  // A list without a single readable wallet is an error, not a company without wallets.
  if (list.length > 0 && wallets.length === 0) throw notUnderstood(host, incoming, list[0], 'wallets');
  return [...new Map(wallets.map((wallet) => [wallet.id, wallet])).values()].slice(0, maxWallets);
}

export interface StatementRequest {
  readonly walletIds: readonly number[];
  /** First day, a calendar date. */
  readonly since: string;
  /** Last day, a calendar date. */
  readonly till: string;
  readonly format: StatementFormat;
  /** Empty for delivery by webhook. */
  readonly email: string;
}

/** Creates the query of a request. The format is always sent, even the default. */
export function exportQuery({ since, till, format }: StatementRequest): Record<string, string> {
  return { since, till, format };
}

/** Creates the body of a request: exactly the two documented fields. */
export function exportBody({ walletIds, email }: StatementRequest): string {
  return JSON.stringify({ walletIds, email });
}

/** The service's answer to a request. */
export type ExportAnswer =
  | { readonly kind: 'accepted'; readonly requestId: string | null }
  /** `invalidWallets`: the requested wallets that the message names as invalid. */
  | { readonly kind: 'refused'; readonly status: number; readonly invalidWallets: number[] }
  /** Neither accepted nor refused; `status` is the body's `statusCode`, otherwise the HTTP status. */
  | { readonly kind: 'failed'; readonly status: number };

/** Finds the requested wallets that a message such as `Invalid wallet Ids: 1, 2` names. */
export function findInvalidWallets(message: string, requestedIds: readonly number[]): number[] {
  const listedIds = /invalid wallet ids?\s*:\s*(?<ids>[\d\s,;]+)/i.exec(message)?.groups?.['ids'] ?? '';
  const ids = new Set(listedIds.split(/[\s,;]+/).map(Number));
  return requestedIds.filter((id) => ids.has(id));
}

/** Reads an answer; the body's `statusCode` decides if it is present, otherwise the HTTP status. */
export function readExport(host: string, incoming: Incoming, requestedIds: readonly number[]): ExportAnswer {
  const body = jsonOf(incoming);
  const { statusCode, message } = isJsonObject(body) ? body : {};
  const bodyStatus = typeof statusCode === 'number' && Number.isInteger(statusCode) ? statusCode : null;
  const status = bodyStatus ?? incoming.status;
  if (status >= 200 && status <= 299) {
    if (bodyStatus === null && (isWebPage(incoming) || !isJsonObject(body))) {
      throw notUnderstood(host, incoming, body, 'statusCode');
    }
    return { kind: 'accepted', requestId: incoming.requestId };
  }
  if (status === 400) {
    const invalidWallets = findInvalidWallets(typeof message === 'string' ? message : '', requestedIds);
    return { kind: 'refused', status, invalidWallets };
  }
  return { kind: 'failed', status };
}
