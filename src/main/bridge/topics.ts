/**
 * @file Topics: small values that main owns. A subscriber gets the current value with its sequence number, then every
 * later value in order. At most ten messages are sent per second; intermediate values are skipped. Only a change of the
 * session is sent at once.
 */
import type { Changes, Snapshot } from '../../shared/contract/answers.ts';
import { isTopicName, type TopicName, type TopicValue, topics } from '../../shared/contract/index.ts';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform/platform.ts';

const minSendIntervalMs = 100;

/** A subscribed window. */
export interface Subscriber {
  send(changes: Changes): void;
}

/** Publishes values; passed to features. */
export interface Publisher {
  publish<Name extends TopicName>(name: Name, value: TopicValue<Name>): void;
}

/** Publishes values and manages subscribers. */
export interface Topics extends Publisher {
  /** Returns the current value; later changes are sent to the subscriber. */
  subscribe(subscriber: Subscriber, name: string): Snapshot;
  /** Removes a closed subscriber from all topics. */
  drop(subscriber: Subscriber): void;
}

interface Entry {
  seq: number;
  value: unknown;
  readonly subscribers: Set<Subscriber>;
}

/** Creates all topics with their initial values. */
export function createTopics(
  clock: Clock,
  initialValues: { readonly [Name in TopicName]: TopicValue<Name> },
): Topics {
  const entries = new Map<string, Entry>();
  for (const [name, value] of Object.entries(initialValues)) {
    entries.set(name, { seq: 0, value, subscribers: new Set() });
  }
  const changedTopics = new Set<string>();
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | null = null;

  function requireEntry(name: string): Entry {
    const entry = isTopicName(name) ? entries.get(name) : undefined;
    if (entry === undefined) throw new PaydeskError('command-unknown', `No topic ${name.slice(0, 64)}`);
    return entry;
  }

  function send(): void {
    cancelTimer?.();
    cancelTimer = null;
    lastSentAt = clock.monotonic();
    const changesBySubscriber = new Map<Subscriber, Changes>();
    for (const name of changedTopics) {
      const entry = requireEntry(name);
      for (const subscriber of entry.subscribers) {
        const changes = changesBySubscriber.get(subscriber) ?? [];
        changes.push({ topic: name, seq: entry.seq, value: entry.value });
        changesBySubscriber.set(subscriber, changes);
      }
    }
    changedTopics.clear();
    for (const [subscriber, changes] of changesBySubscriber) subscriber.send(changes);
  }

  return {
    publish(name, value) {
      const entry = requireEntry(name);
      entry.value = topics[name].value.parse(value);
      if (!changedTopics.has(name)) {
        // A value that is overwritten before it is sent needs no sequence number of its own.
        entry.seq += 1;
        changedTopics.add(name);
      }
      if (name === 'session') {
        // The whole window waits for the end of a sign-in, and sessions change rarely.
        cancelTimer?.();
        cancelTimer = clock.after(0, send);
        return;
      }
      const delay = Math.max(0, lastSentAt + minSendIntervalMs - clock.monotonic());
      cancelTimer ??= clock.after(delay, send);
    },
    subscribe(subscriber, name) {
      const entry = requireEntry(name);
      // Pending values are sent first, so that their sequence number is not used for a later value.
      if (changedTopics.has(name)) send();
      entry.subscribers.add(subscriber);
      return { seq: entry.seq, value: entry.value };
    },
    drop(subscriber) {
      for (const entry of entries.values()) entry.subscribers.delete(subscriber);
    },
  };
}
