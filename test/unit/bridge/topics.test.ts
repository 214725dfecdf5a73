import { describe, expect, test } from 'vitest';
import { createTopics } from '../../../src/main/bridge/topics.ts';
import type { Changes } from '../../../src/shared/contract/answers.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { firstTopics } from '../../fakes/first-topics.ts';

interface Listener {
  readonly messages: { sentAtMs: number; changes: Changes }[];
  send(changes: Changes): void;
}

/** Creates topics. `listen` creates a listener that is subscribed to the named topics. */
function createTestTopics() {
  const clock = createFakeClock();
  const topics = createTopics(clock, firstTopics);
  const listen = (...names: readonly string[]): Listener => {
    const messages: Listener['messages'] = [];
    const listener = {
      messages,
      send: (changes: Changes) => messages.push({ sentAtMs: clock.monotonic(), changes }),
    };
    for (const name of names) topics.subscribe(listener, name);
    return listener;
  };
  const publish = (entries: number) => topics.publish('activity', { entries });
  return { clock, topics, listen, publish };
}

/** Returns the changes of a topic that a listener got, in order. */
const changesOf = (listener: Listener, topic: string) =>
  listener.messages
    .flatMap(({ changes }) => changes)
    .filter((change) => change.topic === topic)
    .map(({ seq, value }) => ({ seq, value }));

const valuesOf = (listener: Listener, topic: string) => changesOf(listener, topic).map(({ value }) => value);
const sequenceOf = (listener: Listener, topic: string) => changesOf(listener, topic).map(({ seq }) => seq);

describe('a subscriber', () => {
  test('gets the current value first and then every later value in order, without a gap', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const listener = listen();
    const snapshot = topics.subscribe(listener, 'activity');
    expect(snapshot.value).toEqual({ entries: 0 });
    for (let entries = 1; entries <= 5; entries += 1) {
      publish(entries);
      await clock.advance(150);
    }
    const expected = [1, 2, 3, 4, 5].map((entries) => ({ seq: snapshot.seq + entries, value: { entries } }));
    expect(changesOf(listener, 'activity')).toEqual(expected);
  });

  test('that subscribes while a change is pending gets the change in the snapshot, and then only later changes', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const [early, late] = [listen('activity'), listen()];
    publish(1);
    await clock.advance(100);
    publish(2);
    const snapshot = topics.subscribe(late, 'activity');
    expect(snapshot.value).toEqual({ entries: 2 });
    publish(3);
    await clock.advance(200);
    expect(changesOf(late, 'activity')).toEqual([{ seq: snapshot.seq + 1, value: { entries: 3 } }]);
    expect(valuesOf(early, 'activity')).toEqual([1, 2, 3].map((entries) => ({ entries })));
    expect(sequenceOf(early, 'activity')).toEqual([1, 2, 3]);
  });

  test('gets no changes of other topics, and no changes after it was dropped', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const [subscriber, otherSubscriber] = [listen('keychain'), listen('activity')];
    publish(1);
    topics.publish('keychain', { state: 'locked', name: 'Keychain' });
    await clock.advance(100);
    expect(changesOf(subscriber, 'activity')).toEqual([]);
    expect(changesOf(subscriber, 'keychain')).toHaveLength(1);
    expect(changesOf(otherSubscriber, 'keychain')).toEqual([]);
    publish(2);
    for (const dropped of [otherSubscriber, subscriber]) topics.drop(dropped);
    await clock.advance(1_000);
    expect(changesOf(otherSubscriber, 'activity')).toHaveLength(1);
    expect(changesOf(subscriber, 'keychain')).toHaveLength(1);
  });

  test.each(['nothing', '', 'toString', '__proto__'])('of the unknown topic %j is refused', (name) => {
    expect(() => createTestTopics().listen(name)).toThrow(
      expect.objectContaining({ code: 'command-unknown' }),
    );
  });
});

describe('frequent changes', () => {
  test('are not sent earlier because another topic gets a subscriber', async () => {
    const { clock, listen, publish } = createTestTopics();
    const listener = listen('activity');
    publish(1);
    await clock.advance(50);
    publish(2);
    listen('keychain');
    expect(listener.messages).toHaveLength(1);
    await clock.advance(50);
    expect(listener.messages).toHaveLength(2);
  });

  test('are sent in at most ten messages a second, and the last message has the last value', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const listener = listen('activity', 'beneficiaries');
    for (let step = 1; step <= 3_000; step += 1) {
      publish(step);
      topics.publish('beneficiaries', { revision: step, total: step, counts: {}, unknown: [] });
      if (step % 3 === 0) await clock.advance(1);
    }
    await clock.advance(100);
    const times = listener.messages.map(({ sentAtMs }) => sentAtMs);
    expect(times.length).toBeGreaterThan(5);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect(valuesOf(listener, 'activity').at(-1)).toEqual({ entries: 3_000 });
    expect(sequenceOf(listener, 'activity')).toEqual(times.map((_time, index) => index + 1));
  });

  test('are sent at once when the session changes, and wait again afterwards', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const listener = listen('activity', 'session');
    topics.publish('session', firstTopics.session);
    await clock.advance(10);
    publish(2);
    topics.publish('session', firstTopics.session);
    await clock.advance(0);
    expect(valuesOf(listener, 'activity').at(-1)).toEqual({ entries: 2 });
    expect(changesOf(listener, 'session')).toHaveLength(2);
    publish(3);
    await clock.advance(99);
    expect(listener.messages).toHaveLength(2);
    await clock.advance(1);
    expect(listener.messages).toHaveLength(3);
  });

  test('of several topics after a pause are sent at once in one message', async () => {
    const { clock, topics, listen, publish } = createTestTopics();
    const listener = listen('activity', 'keychain');
    await clock.advance(5_000);
    publish(7);
    topics.publish('keychain', { state: 'absent', name: 'Keychain' });
    await clock.advance(0);
    expect(listener.messages).toHaveLength(1);
    expect(listener.messages[0]?.changes.map(({ topic }) => topic).sort()).toEqual(['activity', 'keychain']);
  });
});

test('an invalid value is refused, and an extra field is removed before sending', async () => {
  const { clock, topics, listen, publish } = createTestTopics();
  const listener = listen('keychain');
  expect(() => publish(1.5)).toThrow();
  const keychainState = { state: 'locked', name: 'Keychain', secret: 'canary' } as const;
  topics.publish('keychain', keychainState);
  await clock.advance(100);
  expect(changesOf(listener, 'keychain')).toEqual([{ seq: 1, value: { state: 'locked', name: 'Keychain' } }]);
});
