/** @file Requests statements: one request per period, a few at a time, each stored before it is sent. */
import type { RequestResult } from '../../../../shared/contract/statements.ts';
import { PaydeskError, sessionEndingCodes, toPaydeskError, toWire } from '../../../../shared/errors.ts';
import type { Period } from '../../../../shared/model/statements/period.ts';
import { periodProblem } from '../../../../shared/model/statements/period.ts';
import type { StatementFormat } from '../../../../shared/model/statements/statements.ts';
import type { Clock } from '../../../platform/platform.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Ports } from '../../ports.ts';
import * as procedures from '../database/requests.ts';

/** Wallets, periods and delivery of the requests. */
export interface RequestInput {
  readonly walletIds: readonly number[];
  readonly periods: readonly Period[];
  readonly format: StatementFormat;
  readonly email: string;
}

/** Maximum number of concurrent requests. */
const maxConcurrentRequests = 4;

/** Errors of answers after which a request may have been performed, as for attach operations (ADR 0004). */
const inconclusiveCodes = new Set(['answer-not-understood', 'service-failed', 'timed-out']);

/**
 * Returns true when the request may have reached the service. Its statements then wait, because an event may follow.
 */
function mayHaveArrived({ code, details }: PaydeskError): boolean {
  return details['sent'] === true || (details['sent'] !== false && inconclusiveCodes.has(code));
}

/**
 * Sends one request per period, and never repeats a request. Rejects with `arguments-invalid` before anything is sent.
 */
export async function requestStatements(
  deps: Pick<Ports, 'store' | 'diskFullRetryStore' | 'clock' | 'onUnexpected'> & {
    readonly profileId: string;
    readonly service: PaymentsService;
    readonly onChange: () => void;
    readonly onInterrupted: (error: PaydeskError) => void;
  },
  input: RequestInput,
): Promise<RequestResult[]> {
  const { store, clock, profileId, service } = deps;
  const today = todayOf(clock);
  const invalidPeriod = input.periods.find(({ since, till }) => periodProblem(since, till, today) !== null);
  if (invalidPeriod !== undefined) {
    throw new PaydeskError('arguments-invalid', 'A period cannot be asked for', {
      details: { fields: [`${invalidPeriod.since} to ${invalidPeriod.till}`] },
    });
  }
  const walletIds = [...new Set(input.walletIds)];
  const { format, email } = input;
  const { companyId } = await service.signIn().catch((thrown: unknown) => {
    throw reportInterruption(toPaydeskError(thrown));
  });
  let stoppingError: PaydeskError | null = null;

  function reportInterruption(error: PaydeskError): PaydeskError {
    if (sessionEndingCodes.has(error.code)) deps.onInterrupted(error);
    return error;
  }

  /** Replaces the error of a request that the end of the session cancelled by the reason of that end. */
  function toClerkError(error: PaydeskError): PaydeskError {
    if (sessionEndingCodes.has(error.code)) stoppingError ??= reportInterruption(error);
    return error.code === 'cancelled' ? (stoppingError ?? error) : error;
  }

  /** Stores an outcome. When the disk is full, storing continues in the background, and the clerk gets the result. */
  async function recordOutcome(endedRequest: procedures.EndedRequest): Promise<void> {
    try {
      await store.run(procedures.endRequest, endedRequest);
    } catch (thrown) {
      if (toPaydeskError(thrown).code !== 'disk-full') throw thrown;
      deps.diskFullRetryStore.run(procedures.endRequest, endedRequest).then(deps.onChange, deps.onUnexpected);
    }
  }

  async function requestPeriod({ since, till }: Period): Promise<RequestResult> {
    const period = { since, till };
    const request = { since, till, format, email, walletIds };
    const toFailedResult = (error: PaydeskError): RequestResult => ({
      period,
      outcome: 'failed',
      message: '',
      invalidWallets: [],
      error: toWire(error),
    });
    // The error that stopped an earlier request would stop this request too.
    if (stoppingError !== null) return toFailedResult(stoppingError);
    let requestId: number;
    try {
      const newRequest = { ...request, profileId, companyId, at: clock.now() };
      ({ requestId } = await store.run(procedures.beginRequest, newRequest));
    } catch (thrown) {
      // A request that cannot be stored is not sent.
      stoppingError = toPaydeskError(thrown);
      return toFailedResult(stoppingError);
    }
    deps.onChange();
    const recordEnd = (
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
        await recordEnd(email === '' ? 'waiting' : 'e-mailed', null);
        return { period, outcome: 'accepted', message, invalidWallets: [], error: null };
      }
      const { status, invalidWallets } = answer;
      const refusal = new PaydeskError('service-refused', 'Statements were refused', {
        details: { status, message },
      });
      await recordEnd('refused', refusal, invalidWallets);
      return { period, outcome: 'refused', message, invalidWallets, error: toWire(refusal) };
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      const clerkError = toClerkError(error);
      await recordEnd(mayHaveArrived(error) ? 'waiting' : 'refused', clerkError);
      return toFailedResult(clerkError);
    } finally {
      deps.onChange();
    }
  }

  const results: RequestResult[] = [];
  const waitingPeriods = input.periods.entries();
  async function sendWaitingRequests(): Promise<void> {
    for (const [index, period] of waitingPeriods) results[index] = await requestPeriod(period);
  }
  await Promise.all(
    Array.from({ length: Math.min(maxConcurrentRequests, input.periods.length) }, sendWaitingRequests),
  );
  return results;
}

/** Returns the calendar date of an instant in the machine's time zone, as YYYY-MM-DD. */
function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

/** Today's calendar date in the machine's time zone. */
function todayOf(clock: Pick<Clock, 'now'>): string {
  return dayOf(clock.now());
}
