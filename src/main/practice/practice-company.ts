/**
 * @file The practice company: a complete simulated service over loopback HTTP that enforces section 4 of the
 * specification. An invalid call gets an error and is recorded as a violation.
 */
import { createHmac } from 'node:crypto';
import type { Environment, Hosts } from '../../shared/model/session/environment.ts';
import { createTransactions } from './data/transactions.ts';
import type { SimulatorDeps } from './deps.ts';
import { startHosts } from './hosts.ts';
import { createDispatcher, type Interceptor } from './http/dispatch.ts';
import { createLinkSigner } from './http/links.ts';
import { probeRoute } from './http/probe.ts';
import type { Route } from './http/route.ts';
import type { HostLabel } from './http/route-names.ts';
import { createSender } from './http/sender.ts';
import { openJournal } from './journal.ts';
import { type LedgerState, openLedger } from './ledger.ts';
import { loginRoute, practiceClientIds } from './operations/login.ts';
import { proofRoute } from './operations/proofs.ts';
import { createRecipientRoute, updateRecipientRoute } from './operations/recipients.ts';
import { statementDownloadRoute, statementExportRoute } from './operations/statements.ts';
import { documentUrlRoute, uploadRoute } from './operations/storage.ts';
import { uploadsRoute } from './operations/uploads.ts';
import { walletsRoute } from './operations/wallets.ts';
import { applyDefaults, type Credentials, type SimulatorOptions } from './options.ts';
import { createTokens } from './tokens.ts';
import type { StatementEvent } from './worker-messages.ts';

/** A running practice company. */
export interface PracticeCompany {
  /** Base URLs of the seven services, each on a separate port. */
  readonly hosts: Hosts;
  /** Base URL of the host of signed links. */
  readonly storage: string;
  readonly environment: Environment;
  readonly companyId: string;
  readonly credentials: Credentials;
  /** The state, updated by every call. */
  readonly state: LedgerState;
  /** Webhook events, oldest first; each holds a download link. */
  events(): readonly StatementEvent[];
  /** Connections accepted so far, by host. */
  connections(): Readonly<Record<HostLabel, number>>;
  /** Revokes every token. */
  revokeTokens(): void;
  close(): Promise<void>;
}

/**
 * Starts a practice company. Rejects when a port is taken or the journal belongs to another company. `intercept` may
 * serve a request differently.
 */
export async function startPracticeCompany(
  options: SimulatorOptions = {},
  intercept: Interceptor = async (exchange, operate, sender) =>
    sender.send(exchange, (await operate()).answer),
): Promise<PracticeCompany> {
  const settings = applyDefaults(options);
  const { time: now = Date.now, onCall = ignore, onViolation = ignore } = options;
  const journal = openJournal(options.journal ?? null);
  try {
    const ledger = openLedger(journal, settings);
    const credentials = options.credentials ?? {
      clientId: practiceClientIds[settings.environment],
      apiKey: createHmac('sha256', ledger.secret).update('API key').digest('base64url'),
    };
    const events: StatementEvent[] = [];
    const tokens = createTokens(settings.environment, now);
    const transactions = createTransactions(settings.transactionsPerDay);
    let storage = '';
    const deps: SimulatorDeps = {
      settings,
      credentials,
      now,
      ledger,
      tokens,
      links: createLinkSigner(ledger.secret),
      transactions,
      getStorageUrl: () => storage,
      emit(event) {
        events.push(event);
        const { onEvent } = options;
        if (onEvent !== undefined) setImmediate(() => onEvent(event));
      },
    };
    const serve = createDispatcher({
      routes: createRoutes(deps),
      apiKey: credentials.apiKey,
      now,
      onViolation,
      sender: createSender(onCall, now),
      intercept,
    });
    const runningHosts = await startHosts(options.ports ?? {}, serve, onViolation, options.createServer);
    storage = (await options.storageAddress?.(runningHosts.storage)) ?? runningHosts.storage;
    return {
      hosts: runningHosts.services,
      storage,
      environment: settings.environment,
      companyId: settings.companyId,
      credentials,
      state: ledger.state,
      events: () => [...events],
      connections: () => runningHosts.connections(),
      revokeTokens: () => tokens.revokeAll(),
      async close() {
        await runningHosts.close();
        journal.close();
      },
    };
  } catch (thrown) {
    journal.close();
    throw thrown;
  }
}

function ignore(): void {}

function createRoutes(deps: SimulatorDeps): Route[] {
  return [
    loginRoute(deps),
    walletsRoute(deps),
    uploadsRoute(deps),
    uploadRoute(deps),
    documentUrlRoute(),
    createRecipientRoute(deps),
    updateRecipientRoute(deps),
    proofRoute(deps),
    statementExportRoute(deps),
    statementDownloadRoute(deps),
    probeRoute(deps),
  ];
}
