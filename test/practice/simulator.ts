/** @file The practice company with a clock that tests move, controllable faults, and a record of calls and violations. */

import type { ProofKind } from '../../src/main/practice/data/proof-kinds.ts';
import { createTransactions } from '../../src/main/practice/data/transactions.ts';
import type { Call } from '../../src/main/practice/http/calls.ts';
import type { Interceptor } from '../../src/main/practice/http/dispatch.ts';
import type { Violation } from '../../src/main/practice/http/violations.ts';
import { applyDefaults, type SimulatorOptions as CompanyOptions } from '../../src/main/practice/options.ts';
import { type PracticeCompany, startPracticeCompany } from '../../src/main/practice/practice-company.ts';
import { exampleOfEachKind, exampleReferences } from './example-references.ts';
import { createFaults, type FaultKind, type FaultSource, type Faults } from './faults.ts';
import { replaceOperation } from './replacing-faults.ts';
import { sendCorrupted } from './response-faults.ts';

export interface SimulatorOptions extends CompanyOptions {
  /** Seed of the random numbers for faults. */
  readonly seed?: number;
}

export interface Simulator extends PracticeCompany {
  readonly faults: Faults;
  /** Real time, or that of the option `time`, plus an offset. */
  readonly clock: {
    now(): number;
    /** Moves the clock by milliseconds; negative values move it back. */
    advance(milliseconds: number): void;
  };
  /** Calls, oldest first, with the fault that determined the response. */
  calls(): readonly SimulatorCall[];
  violations(): readonly Violation[];
  /** References that have a proof of payment, newest first. */
  exampleReferences(count: number): string[];
  /** One reference for each kind of proof. */
  exampleOfEachKind(): Record<ProofKind, string>;
}

export type SimulatorCall = Call & { readonly fault: FaultKind | null };

/** Starts a practice company. Rejects when a port is taken or the journal belongs to another company. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { time = Date.now, seed = 1 } = options;
  let offsetMs = 0;
  const now = () => time() + offsetMs;
  const faults = createFaults(seed);
  const faultKinds = new Map<string, FaultKind>();
  const calls: SimulatorCall[] = [];
  const violations: Violation[] = [];
  const transactions = createTransactions(applyDefaults(options).transactionsPerDay);
  const company = await startPracticeCompany(
    {
      ...options,
      time: now,
      onCall: (call) => calls.push({ ...call, fault: faultKinds.get(call.requestId) ?? null }),
      onViolation: (violation) => violations.push(violation),
    },
    createFaultInterceptor(faults, now, ({ requestId }, kind) => faultKinds.set(requestId, kind)),
  );
  return Object.assign(company, {
    faults,
    clock: {
      now,
      advance(milliseconds: number) {
        offsetMs += milliseconds;
      },
    },
    calls: () => [...calls],
    violations: () => [...violations],
    exampleReferences: (count: number) => exampleReferences(transactions, now(), count),
    exampleOfEachKind: () => exampleOfEachKind(transactions, now()),
    close: closeWithFaults(company, faults),
  });
}

/** Cuts hanging calls before the company closes. */
function closeWithFaults({ close }: PracticeCompany, faults: Faults): () => Promise<void> {
  return () => {
    faults.clear();
    return close();
  };
}

function createFaultInterceptor(
  faults: FaultSource,
  now: () => number,
  onFault: (call: Pick<Call, 'requestId'>, kind: FaultKind) => void,
): Interceptor {
  return async (exchange, operate, sender) => {
    const { delayMs, heldUntil, bytesPerSecond, replacingFault, responseFault } = faults.plan(exchange);
    if (delayMs > 0) await delayUnlessCleared(delayMs, faults);
    await heldUntil;
    if (bytesPerSecond !== null) slowDown(exchange.request, bytesPerSecond);
    if (replacingFault !== null) {
      onFault(exchange, replacingFault.kind);
      return replaceOperation(exchange, replacingFault, { sender, faults, now: now() });
    }
    const { answer, isRefused } = await operate();
    if (responseFault === null || isRefused) return sender.send(exchange, answer);
    onFault(exchange, responseFault.kind);
    await sendCorrupted(exchange, answer, responseFault, { sender, faults });
  };
}

/** Limits the speed at which the body is read. */
function slowDown(request: Parameters<Interceptor>[0]['request'], bytesPerSecond: number): void {
  request.on('data', (chunk: Buffer) => {
    request.pause();
    setTimeout(() => request.resume(), (chunk.length / bytesPerSecond) * 1000).unref();
  });
}

/** Waits real milliseconds, or until the faults are cleared. */
function delayUnlessCleared(milliseconds: number, faults: FaultSource): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, milliseconds);
    const unsubscribe = faults.onClear(finish);
    function finish() {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
  });
}
