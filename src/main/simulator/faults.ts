/**
 * @file Fault injection per operation. A fault is set for a route or for all, and affects calls by number, probability
 * or predicate. Delays and slow reading combine; of all other faults the first that applies wins.
 */
import { createRandom } from './random.ts';
import type { HostLabel, RouteName } from './route-names.ts';

/** Corruptions of the `items` in an upload response (section 2.4). */
export type ItemsChange =
  | 'too-few'
  | 'too-many'
  /** The last item repeats the key of the first; a single item repeats the last key of an earlier response. */
  | 'repeated-key'
  /** The same for the link. */
  | 'repeated-link'
  | 'missing-link'
  | 'missing-url'
  | 'missing-key'
  | 'empty'
  | 'absent'
  | 'not-an-array';

/** Faults instead of the operation, which never takes effect. */
type FaultInstead =
  /** Reads the request and responds with any status, headers and body. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** 429 or 503 with a `Retry-After` in seconds or as a date; without one when `retryAfterSeconds` is absent. */
  | {
      readonly kind: 'throttle';
      readonly status: 429 | 503;
      readonly retryAfterSeconds?: number;
      readonly as?: 'seconds' | 'date';
    }
  /** 403 of a host of the wrong environment (section 7). */
  | { readonly kind: 'wrong-environment' }
  /** 403 of an expired signed link. */
  | { readonly kind: 'expired-link' }
  /** A page of a proxy or a captive portal in place of the response; the default status is 200. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Cuts the connection after the headers, or after `afterBytes` (1) bytes of the body. */
  | { readonly kind: 'reset'; readonly at: 'headers' | 'body'; readonly afterBytes?: number }
  /** Never responds, until faults are cleared or the simulator is closed. With `reading: false` it reads nothing. */
  | { readonly kind: 'hang'; readonly reading?: boolean }
  /**
   * Responds after `afterBytes` (0) bytes of the body, and then reads and discards the rest (`drain`), ends the
   * connection (`close`), or stops reading and leaves the connection open (`stop`).
   */
  | {
      readonly kind: 'early-answer';
      readonly status: number;
      readonly afterBytes?: number;
      readonly rest: 'drain' | 'close' | 'stop';
    };

/** Faults in the response of an operation that took effect. Refusals are not affected. */
type FaultAfter =
  /** The operation takes effect, the response is an error (500). */
  | { readonly kind: 'effect-then-status'; readonly status?: number }
  | { readonly kind: 'effect-then-reset' }
  | { readonly kind: 'effect-then-hang' }
  /** Status and half of the body arrive, then the connection is cut. */
  | { readonly kind: 'reset-in-answer' }
  /** `Content-Length` promises more than arrives; the connection ends or stays open silently. */
  | { readonly kind: 'short-body'; readonly ending?: 'close' | 'hang' }
  /** Complete as HTTP, truncated as JSON. */
  | { readonly kind: 'truncated-json' }
  /** The correct status without a body. */
  | { readonly kind: 'empty-body' }
  /** A body of `bytes` (2 GiB) of blanks after an opening bracket, with or without a declared length. */
  | { readonly kind: 'huge-body'; readonly bytes?: number; readonly declared?: boolean }
  | { readonly kind: 'items'; readonly change: ItemsChange }
  /** Any other change of a JSON response. */
  | { readonly kind: 'rewrite'; readonly change: (value: unknown) => unknown };

/** Faults that only slow a call down. */
type FaultBeside =
  /** Waits real milliseconds before the request is processed. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'slow-read'; readonly bytesPerSecond: number };

/** A call, as a predicate sees it. */
export interface FaultedCall {
  readonly route: RouteName;
  readonly path: string;
  /** Number of the call on its route, from 1. */
  readonly number: number;
}

/** The calls that a fault affects. All given conditions must hold. */
interface FaultScope {
  readonly times?: number;
  /** Number of matching calls to skip first. */
  readonly skip?: number;
  /** Probability in [0, 1], from the seeded random numbers of the simulator. */
  readonly probability?: number;
  readonly when?: (call: FaultedCall) => boolean;
}

export type Fault = (FaultInstead | FaultAfter | FaultBeside) & FaultScope;

export type FaultKind = Fault['kind'];

/** A route, all routes of the services except the storage host, or all routes. */
export type FaultTarget = RouteName | 'services' | 'everything';

/** Combined effect of the faults on one call. */
export interface FaultPlan {
  /** Real milliseconds. */
  readonly delay: number;
  readonly bytesPerSecond: number | null;
  /** Replaces the operation. */
  readonly instead: Extract<Fault, FaultInstead> | null;
  /** Corrupts the response of the operation. */
  readonly after: Extract<Fault, FaultAfter> | null;
}

/** Controls of the faults. */
export interface Faults {
  set(target: FaultTarget, ...faults: readonly Fault[]): void;
  /** Removes the faults of a target, or all. Hanging calls are cut off and waiting calls continue. */
  clear(target?: FaultTarget): void;
}

/** The controls, with the interface that calls use. */
export interface FaultSource extends Faults {
  plan(host: HostLabel, route: RouteName, path: string): FaultPlan;
  /** Calls `cut` when hanging calls are cut off; returns the unsubscribe function. */
  onClear(cut: () => void): () => void;
}

interface Entry {
  readonly fault: Fault;
  seen: number;
  used: number;
}

const noPlan: FaultPlan = { delay: 0, bytesPerSecond: null, instead: null, after: null };

/** Creates controls without any fault. `seed` seeds the random numbers. */
export function createFaults(seed: number): FaultSource {
  const random = createRandom(seed);
  const entries = new Map<FaultTarget, Entry[]>();
  const numbers = new Map<RouteName, number>();
  const hanging = new Set<() => void>();

  function applies(entry: Entry, call: FaultedCall): boolean {
    const { times, skip, probability, when } = entry.fault;
    if (when !== undefined && !when(call)) return false;
    entry.seen += 1;
    if (entry.seen <= (skip ?? 0) || entry.used >= (times ?? Number.POSITIVE_INFINITY)) return false;
    if (probability !== undefined && random() >= probability) return false;
    entry.used += 1;
    return true;
  }

  function planOf(call: FaultedCall, targets: readonly FaultTarget[]): FaultPlan {
    let plan = noPlan;
    for (const entry of targets.flatMap((target) => entries.get(target) ?? [])) {
      const { fault } = entry;
      const beside = fault.kind === 'delay' || fault.kind === 'slow-read';
      if (!beside && (plan.instead !== null || plan.after !== null)) continue;
      if (applies(entry, call)) plan = withFault(plan, fault);
    }
    return plan;
  }

  return {
    set(target, ...faults) {
      entries.set(
        target,
        faults.map((fault) => ({ fault, seen: 0, used: 0 })),
      );
    },
    clear(target) {
      if (target === undefined) entries.clear();
      else entries.delete(target);
      for (const cut of hanging) cut();
      hanging.clear();
    },
    plan(host, route, path) {
      const number = (numbers.get(route) ?? 0) + 1;
      numbers.set(route, number);
      if (entries.size === 0) return noPlan;
      const wide: FaultTarget[] = host === 'storage' ? ['everything'] : ['services', 'everything'];
      return planOf({ route, path, number }, [route, ...wide]);
    },
    onClear(cut) {
      hanging.add(cut);
      return () => hanging.delete(cut);
    },
  };
}

function withFault(plan: FaultPlan, fault: Fault): FaultPlan {
  switch (fault.kind) {
    case 'delay':
      return { ...plan, delay: plan.delay + fault.milliseconds };
    case 'slow-read':
      return { ...plan, bytesPerSecond: fault.bytesPerSecond };
    case 'status':
    case 'throttle':
    case 'wrong-environment':
    case 'expired-link':
    case 'html':
    case 'reset':
    case 'hang':
    case 'early-answer':
      return { ...plan, instead: fault };
    case 'effect-then-status':
    case 'effect-then-reset':
    case 'effect-then-hang':
    case 'reset-in-answer':
    case 'short-body':
    case 'truncated-json':
    case 'empty-body':
    case 'huge-body':
    case 'items':
    case 'rewrite':
      return { ...plan, after: fault };
  }
}
