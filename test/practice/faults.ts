/**
 * @file Fault injection per operation. A fault is set for one route or for several routes, and affects calls by number,
 * probability or predicate. Delays and slow reading combine; of all other faults, the first that affects a call is used.
 */

import { createRandom } from '../../src/main/practice/data/random.ts';
import type { Exchange } from '../../src/main/practice/http/exchange.ts';
import type { RouteName } from '../../src/main/practice/http/route-names.ts';

/** Faults that replace the operation, so that it never takes effect. */
export type ReplacingFault =
  /** Reads the request and responds with any status, headers and body. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** 429 or 503 with a `Retry-After` in seconds or as a date; without the header when `retryAfterSeconds` is absent. */
  | {
      readonly kind: 'throttle';
      readonly status: 429 | 503;
      readonly retryAfterSeconds?: number;
      readonly retryAfterFormat?: 'seconds' | 'date';
    }
  /** 403 of a host of the wrong environment (section 7). */
  | { readonly kind: 'wrong-environment' }
  /** 403 of an expired signed link. */
  | { readonly kind: 'expired-link' }
  /** A page of a proxy or a captive portal in place of the response; the default status is 200. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Cuts the connection after the headers, or after the first bytes of the body. */
  | { readonly kind: 'reset'; readonly at: 'headers' | 'body' }
  /** Reads the request and does not respond until faults are cleared or the simulator is closed. */
  | { readonly kind: 'hang' };

/** Faults in the response of an operation that took effect. Refused calls are not affected. */
export type ResponseFault =
  /** The operation takes effect, the response is an error (500). */
  | { readonly kind: 'effect-then-status'; readonly status?: number }
  | { readonly kind: 'effect-then-reset' }
  | { readonly kind: 'effect-then-hang' }
  /** Status and half of the body arrive, then the connection is cut. */
  | { readonly kind: 'reset-in-answer' }
  /** `Content-Length` promises more than arrives; the connection ends or stays open silently. */
  | { readonly kind: 'short-body'; readonly ending?: 'close' | 'hang' }
  /** The correct status without a body. */
  | { readonly kind: 'empty-body' }
  /** The first item of an upload response has no key (section 2.4). */
  | { readonly kind: 'missing-key' }
  /** Any other change of a JSON response. */
  | { readonly kind: 'rewrite'; readonly change: (value: unknown) => unknown };

/** Faults that only slow a call down. */
type SlowingFault =
  /** Waits real milliseconds before the request is processed. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Waits until the test releases the request. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  | { readonly kind: 'slow-read'; readonly bytesPerSecond: number };

/** Does nothing to a call, and calls `act` when it is the call with this number on its route. */
export function actAt(callNumber: number, act: () => void): Fault {
  const when = ({ number }: FaultedCall) => {
    if (number === callNumber) act();
    return false;
  };
  return { kind: 'delay', milliseconds: 0, when };
}

/** A call, as a predicate of {@link FaultScope} gets it. */
export interface FaultedCall {
  readonly route: RouteName;
  readonly path: string;
  /** Number of the call on its route, from 1. */
  readonly number: number;
}

/** The calls that a fault affects: those that meet all conditions. */
interface FaultScope {
  /** Maximum number of affected calls. */
  readonly times?: number;
  /** Number of matching calls to skip first. */
  readonly skip?: number;
  /** Probability in [0, 1], from the seeded random numbers of the simulator. */
  readonly probability?: number;
  readonly when?: (call: FaultedCall) => boolean;
}

export type Fault = (ReplacingFault | ResponseFault | SlowingFault) & FaultScope;

export type FaultKind = Fault['kind'];

/** A route, all routes of the services except the storage host, or all routes. */
type FaultTarget = RouteName | 'services' | 'everything';

/** Combined effect of the faults on one call. */
interface FaultPlan {
  /** Real milliseconds. */
  readonly delayMs: number;
  readonly heldUntil: Promise<unknown> | null;
  readonly bytesPerSecond: number | null;
  /** Replaces the operation. */
  readonly replacingFault: Extract<Fault, ReplacingFault> | null;
  /** Corrupts the response of the operation. */
  readonly responseFault: Extract<Fault, ResponseFault> | null;
}

/** Controls of the faults. */
export interface Faults {
  set(target: FaultTarget, ...faults: readonly Fault[]): void;
  /** Removes the faults of a target, or all. Hanging calls are cut off and waiting calls continue. */
  clear(target?: FaultTarget): void;
}

/** The controls, with the interface for the interceptor of calls. */
export interface FaultSource extends Faults {
  /** Counts a call and returns the faults that affect it. */
  plan(call: Pick<Exchange, 'host' | 'route' | 'path'>): FaultPlan;
  /** Calls `cut` once when faults are cleared; returns the unsubscribe function. */
  onClear(cut: () => void): () => void;
}

interface Entry {
  readonly fault: Fault;
  matchCount: number;
  appliedCount: number;
}

const emptyPlan: FaultPlan = {
  delayMs: 0,
  heldUntil: null,
  bytesPerSecond: null,
  replacingFault: null,
  responseFault: null,
};

/** Creates controls without any fault. `seed` seeds the random numbers of {@link FaultScope.probability}. */
export function createFaults(seed: number): FaultSource {
  const random = createRandom(seed);
  const entries = new Map<FaultTarget, Entry[]>();
  const callCounts = new Map<RouteName, number>();
  const cutCallbacks = new Set<() => void>();

  /** Counts a call; returns true when the fault affects it. */
  function countAndCheck(entry: Entry, call: FaultedCall): boolean {
    const { times, skip, probability, when } = entry.fault;
    if (when !== undefined && !when(call)) return false;
    entry.matchCount += 1;
    if (entry.matchCount <= (skip ?? 0) || entry.appliedCount >= (times ?? Number.POSITIVE_INFINITY))
      return false;
    if (probability !== undefined && random() >= probability) return false;
    entry.appliedCount += 1;
    return true;
  }

  function createPlan(call: FaultedCall, targets: readonly FaultTarget[]): FaultPlan {
    let plan = emptyPlan;
    for (const entry of targets.flatMap((target) => entries.get(target) ?? [])) {
      const { fault } = entry;
      const isSlowing = fault.kind === 'delay' || fault.kind === 'hold' || fault.kind === 'slow-read';
      if (!isSlowing && (plan.replacingFault !== null || plan.responseFault !== null)) continue;
      if (countAndCheck(entry, call)) plan = addFault(plan, fault);
    }
    return plan;
  }

  return {
    set(target, ...faults) {
      entries.set(
        target,
        faults.map((fault) => ({ fault, matchCount: 0, appliedCount: 0 })),
      );
    },
    clear(target) {
      if (target === undefined) entries.clear();
      else entries.delete(target);
      for (const cut of cutCallbacks) cut();
      cutCallbacks.clear();
    },
    plan({ host, route, path }) {
      if (route === 'unknown') return emptyPlan;
      const number = (callCounts.get(route) ?? 0) + 1;
      callCounts.set(route, number);
      if (entries.size === 0) return emptyPlan;
      const sharedTargets: FaultTarget[] = host === 'storage' ? ['everything'] : ['services', 'everything'];
      return createPlan({ route, path, number }, [route, ...sharedTargets]);
    },
    onClear(cut) {
      cutCallbacks.add(cut);
      return () => cutCallbacks.delete(cut);
    },
  };
}

function addFault(plan: FaultPlan, fault: Fault): FaultPlan {
  switch (fault.kind) {
    case 'delay':
      return { ...plan, delayMs: plan.delayMs + fault.milliseconds };
    case 'hold':
      return { ...plan, heldUntil: fault.until };
    case 'slow-read':
      return { ...plan, bytesPerSecond: fault.bytesPerSecond };
    case 'status':
    case 'throttle':
    case 'wrong-environment':
    case 'expired-link':
    case 'html':
    case 'reset':
    case 'hang':
      return { ...plan, replacingFault: fault };
    case 'effect-then-status':
    case 'effect-then-reset':
    case 'effect-then-hang':
    case 'reset-in-answer':
    case 'short-body':
    case 'empty-body':
    case 'missing-key':
    case 'rewrite':
      return { ...plan, responseFault: fault };
  }
}
