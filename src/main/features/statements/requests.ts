/** @file Requests statements: one request per period, a few at a time, each stored before it is sent. */
import type { RequestResult } from '../../../shared/contract/statements.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { Period } from '../../../shared/model/period.ts';
import { periodProblem } from '../../../shared/model/period.ts';
import type { StatementFormat } from '../../../shared/model/statements.ts';
import type { Clock } from '../../platform.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import * as tables from './tables/requests.ts';
import { todayOf } from './today.ts';

/** Wallets, periods and delivery of the requests. */
export interface RequestInput {
  readonly walletIds: readonly number[];
  readonly periods: readonly Period[];
  readonly format: StatementFormat;
  readonly email: string;
}

/** Maximum number of concurrent requests. */
const maxConcurrentRequests = 4;

/** Errors that end the session: all further requests would fail the same way. */
const sessionEndingCodes = new Set(['sign-in-needed', 'wrong-environment', 'key-refused', 'api-key-needed']);

/**
 * Returns true when the request may have reached the service: an event may follow, so the statement waits with the
 * reason.
 */
function mayHaveArrived({ code, details }: PaydeskError): boolean {
  return details['sent'] === true || code === 'answer-not-understood' || code === 'service-failed';
}

/**
 * Sends one request per period, and never repeats a request. Rejects with `arguments-invalid` before anything is sent.
 */
export async function requestStatements(
  deps: {
    readonly store: Store;
    /** The same store, which retries while the disk is full. */
    readonly diskFullRetryStore: Store;
    readonly clock: Clock;
    readonly profileId: string;
    readonly service: PaymentsService;
    readonly onChange: () => void;
    readonly onInterrupted: (error: PaydeskError) => void;
    readonly onUnexpected: (thrown: unknown) => void;
  },
  asking: RequestInput,
): Promise<RequestResult[]> {
  const { store, clock, profileId, service } = deps;
  const today = todayOf(clock);
  const wrong = asking.periods.find(({ since, till }) => periodProblem(since, till, today) !== null);
  if (wrong !== undefined) {
    throw new PaydeskError('arguments-invalid', 'A period cannot be asked for', {
      details: { fields: [`${wrong.since} to ${wrong.till}`] },
    });
  }
  const walletIds = [...new Set(asking.walletIds)];
  const { format, email } = asking;
  const { companyId } = await service.signIn().catch((thrown: unknown) => {
    throw interruptedBy(toPaydeskError(thrown));
  });
  let stopped: PaydeskError | null = null;

  function interruptedBy(error: PaydeskError): PaydeskError {
    if (sessionEndingCodes.has(error.code)) deps.onInterrupted(error);
    return error;
  }

  /** Maps an error for the clerk: the end of the session cancels running requests. */
  function reasonFor(error: PaydeskError): PaydeskError {
    if (sessionEndingCodes.has(error.code)) stopped ??= interruptedBy(error);
    return error.code === 'cancelled' ? (stopped ?? error) : error;
  }

  /** The clerk gets the result without waiting until the disk has room to store it. */
  async function recordOutcome(ended: tables.EndedRequest): Promise<void> {
    try {
      await store.run(tables.endRequest, ended);
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'disk-full') throw thrown;
      deps.diskFullRetryStore.run(tables.endRequest, ended).then(deps.onChange, deps.onUnexpected);
    }
  }

  async function requestPeriod({ since, till }: Period): Promise<RequestResult> {
    const period = { since, till };
    const request = { since, till, format, email, walletIds };
    const failed = (error: PaydeskError): RequestResult => ({
      period,
      outcome: 'failed',
      message: '',
      invalidWallets: [],
      error: toWire(error),
    });
    // The error of one request would stop the others too.
    if (stopped !== null) return failed(stopped);
    let requestId: number;
    try {
      const begun = { ...request, profileId, companyId, at: clock.now() };
      ({ requestId } = await store.run(tables.beginRequest, begun));
    } catch (thrown) {
      // A request that cannot be stored is not sent.
      stopped = toPaydeskError(thrown);
      return failed(stopped);
    }
    deps.onChange();
    const end = (
      state: 'refused' | 'e-mailed' | 'waiting',
      problem: PaydeskError | null,
      invalidWallets: number[] = [],
    ) =>
      recordOutcome({
        requestId,
        at: clock.now(),
        state,
        problem: problem === null ? null : toWire(problem),
        invalidWallets,
      });
    try {
      const answer = await service.requestStatements(request);
      const { message } = answer;
      if (answer.kind === 'accepted') {
        await end(email === '' ? 'waiting' : 'e-mailed', null);
        return { period, outcome: 'accepted', message, invalidWallets: [], error: null };
      }
      const { status, invalidWallets } = answer;
      const refusal = new PaydeskError('service-refused', 'Statements were refused', {
        details: { status, message },
      });
      await end('refused', refusal, invalidWallets);
      return { period, outcome: 'refused', message, invalidWallets, error: toWire(refusal) };
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      const why = reasonFor(error);
      await end(mayHaveArrived(error) ? 'waiting' : 'refused', why);
      return failed(why);
    } finally {
      deps.onChange();
    }
  }

  const results: RequestResult[] = [];
  const waiting = asking.periods.entries();
  async function work(): Promise<void> {
    for (const [index, period] of waiting) results[index] = await requestPeriod(period);
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentRequests, asking.periods.length) }, work));
  return results;
}
