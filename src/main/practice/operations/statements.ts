/** @file Statement export (section 4.7), its webhook event (section 2.9) and the download that the event links to. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findWallet, type Wallet } from '../data/company.ts';
import { getBalanceGap, hasShortLivedLink, shortLinkSeconds, throttleMs } from '../data/samples.ts';
import { statementCsv, statementPdf } from '../data/statement-files.ts';
import { isDate } from '../data/transactions.ts';
import type { SimulatorDeps } from '../deps.ts';
import { breach, jsonAnswer, Refusal, storageError } from '../http/answers.ts';
import { type Exchange, readJson, requireJsonType, requireNoBody, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';
import type { StatementEvent } from '../worker-messages.ts';
import { formatUtcDate } from './proofs.ts';
import { requireNoAuthorization, requireValidLink } from './storage.ts';

/** The two fields of section 2.7 and no others; an empty `email` requests the webhook. */
const exportSchema = z.strictObject({
  walletIds: z.array(z.number().int()).min(1),
  email: z.union([z.literal(''), z.email()]),
});

interface ExportQuery {
  readonly since: string;
  readonly till: string;
  readonly format: 'csv' | 'pdf';
}

/** Accepts statement requests. Unknown wallets are refused by section 7, which is no violation. */
export function statementExportRoute(deps: SimulatorDeps): Route {
  const { settings, tokens, ledger, now } = deps;
  const answer = (statusCode: number, message: string) =>
    jsonAnswer(settings.statementStatus === 'always-200' ? 200 : statusCode, { statusCode, message });
  return {
    name: 'statementExport',
    hosts: ['statement'],
    methods: ['POST'],
    pattern: /^\/statement\/export$/,
    check(exchange) {
      tokens.require(exchange);
      requireJsonType(exchange);
      requireQuery(exchange, ['since', 'till', 'format']);
      readExportQuery(exchange);
    },
    async handle(exchange) {
      const { walletIds, email } = await readJson(exchange, exportSchema);
      const unknownWalletIds = walletIds.filter((id) => findWallet(id) === null);
      if (unknownWalletIds.length > 0) {
        return answer(400, `Invalid wallet Ids: ${unknownWalletIds.join(', ')}`);
      }
      const period = readExportQuery(exchange);
      const delivery = email === '' ? 'webhook' : 'email';
      ledger.commit({ kind: 'statement', at: now(), walletIds, ...period, delivery });
      if (delivery === 'email') return answer(202, 'The statement request is accepted');
      for (const wallet of walletIds.map(findWallet)) {
        if (wallet !== null) deps.emit(createEvent(deps, wallet, period));
      }
      return answer(202, 'The statement request is accepted; the result will be delivered by webhook');
    },
  };
}

function readExportQuery({ query }: Exchange): ExportQuery {
  const since = query.get('since') ?? '';
  const till = query.get('till') ?? '';
  const format = query.get('format') ?? 'csv';
  if (!isDate(since) || !isDate(till)) throw breach(400, 'period', 'since and till must be dates YYYY-MM-DD');
  if (since > till) throw breach(400, 'period', 'since is after till');
  if (format !== 'csv' && format !== 'pdf') throw breach(400, 'query', 'format must be csv or pdf');
  return { since, till, format };
}

function createEvent(
  deps: SimulatorDeps,
  wallet: Wallet,
  { since, till, format }: ExportQuery,
): StatementEvent {
  const { settings, transactions, links } = deps;
  const now = deps.now();
  const createdAt = new Date(now).toISOString();
  const path = `${downloadPrefix}${encodeURIComponent(settings.companyId)}/${wallet.id}/${since}_${till}_${formatUtcDate(now)}.${format}`;
  const isShortLived = settings.samples && hasShortLivedLink(wallet, { since, till }, formatUtcDate(now));
  const validitySeconds = isShortLived ? shortLinkSeconds : statementLinkSeconds;
  const query = links.sign({ method: 'GET', path, contentType: '' }, now, validitySeconds);
  return {
    eventId: randomUUID(),
    eventType: 'wallet.statement.generated',
    createdAt,
    event: {
      walletId: wallet.id,
      companyId: settings.companyId,
      createdAt,
      dateFrom: `${since}T00:00:00.000Z`,
      dateTill: `${till}T23:59:59.999Z`,
      transactionCount: transactions.between(wallet, since, till, formatUtcDate(now)).length,
      url: `${deps.getStorageUrl()}${path}?${query}`,
    },
  };
}

/** Validity of a download link, in seconds (section 2.9). */
const statementLinkSeconds = 86_400;

const downloadPrefix = '/practice-statements/';

/** Serves the download: always the file as of the day of its event. */
export function statementDownloadRoute({ settings, links, transactions }: SimulatorDeps): Route {
  return {
    name: 'statementDownload',
    hosts: ['storage'],
    methods: ['GET'],
    pattern: /^\/practice-statements\/[^/]+\/(\d+)\/([\d-]{10})_([\d-]{10})_([\d-]{10})\.(csv|pdf)$/,
    check(exchange) {
      exchange.subject = exchange.parameters[0] ?? '';
      requireNoAuthorization(exchange);
      requireNoBody(exchange);
      const grant = { method: 'GET', path: exchange.path, contentType: '' } as const;
      requireValidLink(exchange, links.check(grant, exchange.query, exchange.at));
    },
    handle({ parameters, linkAgeMs }) {
      const [walletId, since = '', till = '', eventDate = '', format] = parameters;
      const wallet = findWallet(Number(walletId));
      if (wallet === null) throw new Refusal(storageError(404, 'NoSuchKey', 'No such statement'));
      const isUnfinished =
        settings.samples &&
        hasShortLivedLink(wallet, { since, till }, eventDate) &&
        (linkAgeMs ?? 0) < throttleMs;
      // Without Retry-After, which would pause all transfers with the storage.
      if (isUnfinished) throw new Refusal(storageError(503, 'SlowDown', 'The file is being written'));
      const statement = {
        wallet,
        since,
        till,
        balanceGap: settings.samples ? getBalanceGap(wallet, { since, till }, eventDate) : 0,
        openingBalance: transactions.balanceBefore(wallet, since),
        rows: transactions.between(wallet, since, till, eventDate),
      };
      const bytes = format === 'pdf' ? statementPdf(statement) : statementCsv(statement);
      const name = `statement-${wallet.id}-${since}-${till}.${format}`;
      return {
        status: 200,
        headers: {
          'content-disposition': `attachment; filename="${name}"`,
          etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}-1"`,
        },
        body: {
          kind: 'bytes',
          bytes,
          contentType: format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8',
        },
      };
    },
  };
}
