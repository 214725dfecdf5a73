/**
 * @file Topics: small values that main owns. A subscriber gets the present value with its sequence number and then
 * every later value in order. However often values change, at most ten messages a second leave.
 */
import {
  type Changes,
  isTopicName,
  type Snapshot,
  type TopicName,
  type TopicValue,
  topics,
} from '../../shared/contract/index.ts';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';

const millisecondsBetweenMessages = 100;

/** One window that listens. */
export interface Subscriber {
  send(changes: Changes): void;
}

/** The writing side, handed to features. */
export interface Publisher {
  publish<Name extends TopicName>(name: Name, value: TopicValue<Name>): void;
}

/** Topics with both sides. */
export interface Topics extends Publisher {
  /** The present value; the subscriber hears of every change after it. */
  subscribe(subscriber: Subscriber, name: string): Snapshot;
  unsubscribe(subscriber: Subscriber, name: string): void;
  /** Forgets a subscriber that is gone. */
  drop(subscriber: Subscriber): void;
}

interface Entry {
  seq: number;
  value: unknown;
  readonly subscribers: Set<Subscriber>;
}

/** Creates the topics of the contract, each with its first value. */
export function createTopics(
  clock: Clock,
  first: { readonly [Name in TopicName]: TopicValue<Name> },
): Topics {
  const entries = new Map<string, Entry>();
  for (const [name, value] of Object.entries(first)) {
    entries.set(name, { seq: 0, value, subscribers: new Set() });
  }
  const changed = new Set<string>();
  let lastSent = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;

  function entryOf(name: string): Entry {
    const entry = isTopicName(name) ? entries.get(name) : undefined;
    if (entry === undefined) throw new PaydeskError('command-unknown', `No topic ${name.slice(0, 64)}`);
    return entry;
  }

  function send(): void {
    cancelTimer?.();
    cancelTimer = null;
    lastSent = clock.monotonic();
    const perSubscriber = new Map<Subscriber, Changes>();
    for (const name of changed) {
      const entry = entryOf(name);
      for (const subscriber of entry.subscribers) {
        const changes = perSubscriber.get(subscriber) ?? [];
        changes.push({ topic: name, seq: entry.seq, value: entry.value });
        perSubscriber.set(subscriber, changes);
      }
    }
    changed.clear();
    for (const [subscriber, changes] of perSubscriber) subscriber.send(changes);
  }

  return {
    publish(name, value) {
      const entry = entryOf(name);
      entry.value = topics[name].value.parse(value);
      if (!changed.has(name)) {
        // A value that is overwritten before it left was never seen: it needs no number of its own.
        entry.seq += 1;
        changed.add(name);
      }
      const delay = Math.max(0, lastSent + millisecondsBetweenMessages - clock.monotonic());
      cancelTimer ??= clock.after(delay, send);
    },
    subscribe(subscriber, name) {
      const entry = entryOf(name);
      // A number that was given to a value still waiting here must not be given to a later value as well.
      if (changed.has(name)) send();
      entry.subscribers.add(subscriber);
      return { seq: entry.seq, value: entry.value };
    },
    unsubscribe(subscriber, name) {
      entryOf(name).subscribers.delete(subscriber);
    },
    drop(subscriber) {
      for (const entry of entries.values()) entry.subscribers.delete(subscriber);
    },
  };
}
