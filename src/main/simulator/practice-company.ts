/**
 * @file The practice company: a complete simulated service over loopback HTTP that enforces section 4 of the
 * specification. An invalid call gets an error and is recorded as a violation.
 */
import { createHmac } from 'node:crypto';
import type { Environment, Hosts } from '../../shared/model/environment.ts';
import { type Call, createCalls } from './calls.ts';
import { createMovableClock, type MovableClock } from './clock.ts';
import type { SimulatorDeps } from './deps.ts';
import { createDispatcher } from './dispatch.ts';
import type { FaultPlayer } from './fault-player.ts';
import type { FaultSource } from './faults.ts';
import { startHosts } from './hosts.ts';
import { createItemsCorruptor } from './items-corruptor.ts';
import { openJournal } from './journal.ts';
import { type LedgerState, openLedger } from './ledger.ts';
import { createLinkSigner } from './links.ts';
import { loginRoute, practiceClientIds } from './login.ts';
import { applyDefaults, type Credentials, type SimulatorOptions } from './options.ts';
import { probeRoute } from './probe.ts';
import type { ProofKind } from './proof-kinds.ts';
import { exampleOfEachKind, exampleReferences, proofRoute } from './proofs.ts';
import { createRecipientRoute, updateRecipientRoute } from './recipients.ts';
import type { Route } from './route.ts';
import type { HostLabel } from './route-names.ts';
import { createSender, type Sender } from './sender.ts';
import type { StatementEvent } from './statement-event.ts';
import { statementDownloadRoute, statementExportRoute } from './statements.ts';
import { documentUrlRoute, uploadRoute } from './storage.ts';
import { createTokens } from './tokens.ts';
import { createTransactions } from './transactions.ts';
import { uploadsRoute } from './uploads.ts';
import { createViolations, type Violation } from './violations.ts';
import { walletsRoute } from './wallets.ts';

/** A running practice company. */
export interface PracticeCompany {
  /** Base URLs of the seven services, each on a separate port. */
  readonly hosts: Hosts;
  /** Base URL of the host of signed links. */
  readonly storage: string;
  readonly environment: Environment;
  readonly companyId: string;
  readonly credentials: Credentials;
  readonly clock: MovableClock;
  /** The state, updated by every call. */
  readonly state: LedgerState;
  violations(): readonly Violation[];
  /** Calls, oldest first. */
  calls(): readonly Call[];
  /** Webhook events, oldest first; each holds a download link. */
  events(): readonly StatementEvent[];
  /** Connections accepted so far, by host. */
  connections(): Readonly<Record<HostLabel, number>>;
  /** Revokes every token. */
  revokeTokens(): void;
  /** References that have a proof of payment, newest first. */
  exampleReferences(count: number): string[];
  /** One reference for each kind of proof. */
  exampleOfEachKind(): Record<ProofKind, string>;
  close(): Promise<void>;
}

/** Injects faults. Only tests use one (simulator.ts); the practice profile has no faults. */
interface FaultInjector {
  readonly faults: FaultSource;
  createPlayer(sender: Sender, clock: MovableClock): FaultPlayer;
}

const noFaults: FaultInjector = {
  faults: {
    set: () => undefined,
    clear: () => undefined,
    plan: () => ({ delayMs: 0, bytesPerSecond: null, replacingFault: null, responseFault: null }),
    onClear: () => () => undefined,
  },
  createPlayer: () => async () => undefined,
};

/** Starts a practice company. Rejects when a port is taken or the journal belongs to another company. */
export async function startPracticeCompany(
  options: SimulatorOptions = {},
  faultInjector: FaultInjector = noFaults,
): Promise<PracticeCompany> {
  const settings = applyDefaults(options);
  const clock = createMovableClock(options.time);
  const journal = openJournal(options.journal ?? null);
  try {
    const ledger = openLedger(journal, settings);
    const credentials = options.credentials ?? {
      clientId: practiceClientIds[settings.environment],
      apiKey: createHmac('sha256', ledger.secret).update('API key').digest('base64url'),
    };
    const events: StatementEvent[] = [];
    const violations = createViolations();
    const calls = createCalls();
    const { faults } = faultInjector;
    const tokens = createTokens(settings.environment, clock);
    const transactions = createTransactions(settings.transactionsPerDay);
    const itemsCorruptor = createItemsCorruptor();
    const sender = createSender(calls, clock, faults, itemsCorruptor);
    let storage = '';
    const deps: SimulatorDeps = {
      settings,
      credentials,
      clock,
      ledger,
      tokens,
      links: createLinkSigner(ledger.secret),
      transactions,
      itemsCorruptor,
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
      clock,
      violations,
      faults,
      sender,
      playFault: faultInjector.createPlayer(sender, clock),
    });
    const runningHosts = await startHosts(options.ports ?? {}, serve, violations);
    storage = (await options.storageAddress?.(runningHosts.storage)) ?? runningHosts.storage;
    return {
      hosts: runningHosts.services,
      storage,
      environment: settings.environment,
      companyId: settings.companyId,
      credentials,
      clock,
      state: ledger.state,
      violations: () => violations.list(),
      calls: () => calls.list(),
      events: () => [...events],
      connections: () => runningHosts.connections(),
      revokeTokens: () => tokens.revokeAll(),
      exampleReferences: (count) => exampleReferences(transactions, clock.now(), count),
      exampleOfEachKind: () => exampleOfEachKind(transactions, clock.now()),
      async close() {
        faults.clear();
        await runningHosts.close();
        journal.close();
      },
    };
  } catch (thrown) {
    journal.close();
    throw thrown;
  }
}

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
