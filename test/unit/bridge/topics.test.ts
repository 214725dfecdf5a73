import { describe, expect, test } from 'vitest';
import { createTopics, type Topics } from '../../../src/main/bridge/topics.ts';
import type { Changes } from '../../../src/shared/contract/answers.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { firstTopics } from '../../fakes/first-topics.ts';

interface Listener {
  readonly messages: { sentAtMs: number; changes: Changes }[];
  send(changes: Changes): void;
}

function createTestTopics(): { clock: FakeClock; topics: Topics; listen: () => Listener } {
  const clock = createFakeClock();
  const topics = createTopics(clock, firstTopics);
  const listen = () => {
    const messages: Listener['messages'] = [];
    return { messages, send: (changes: Changes) => messages.push({ sentAtMs: clock.monotonic(), changes }) };
  };
  return { clock, topics, listen };
}

/** Returns the changes of a topic that a listener got, in order. */
const changesOf = (listener: Listener, topic: string) =>
  listener.messages
    .flatMap(({ changes }) => changes)
    .filter((change) => change.topic === topic)
    .map(({ seq, value }) => ({ seq, value }));

describe('a subscriber', () => {
  test('gets the current value first and then every later value in order, without a gap', async () => {
    const { clock, topics, listen } = createTestTopics();
    const listener = listen();
    const snapshot = topics.subscribe(listener, 'activity');
    expect(snapshot.value).toEqual({ entries: 0 });
    for (let entries = 1; entries <= 5; entries += 1) {
      topics.publish('activity', { entries });
      await clock.advance(150);
    }
    const changes = changesOf(listener, 'activity');
    expect(changes.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5].map((entries) => ({ entries })));
    expect(changes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5].map((step) => snapshot.seq + step));
  });

  test('that subscribes while a change is pending gets the change in the snapshot, and then only later changes', async () => {
    const { clock, topics, listen } = createTestTopics();
    const [early, late] = [listen(), listen()];
    topics.subscribe(early, 'activity');
    topics.publish('activity', { entries: 1 });
    await clock.advance(100);
    topics.publish('activity', { entries: 2 });
    const snapshot = topics.subscribe(late, 'activity');
    expect(snapshot.value).toEqual({ entries: 2 });
    topics.publish('activity', { entries: 3 });
    await clock.advance(200);
    expect(changesOf(late, 'activity')).toEqual([{ seq: snapshot.seq + 1, value: { entries: 3 } }]);
    expect(changesOf(early, 'activity').map(({ value }) => value)).toEqual(
      [1, 2, 3].map((entries) => ({ entries })),
    );
    const sequenceNumbers = changesOf(early, 'activity').map(({ seq }) => seq);
    expect(sequenceNumbers).toEqual([...new Set(sequenceNumbers)].sort((a, b) => a - b));
  });

  test('gets no changes of other topics, and no changes after it was dropped', async () => {
    const { clock, topics, listen } = createTestTopics();
    const [subscriber, otherSubscriber] = [listen(), listen()];
    topics.subscribe(subscriber, 'keychain');
    topics.subscribe(otherSubscriber, 'activity');
    topics.publish('activity', { entries: 1 });
    topics.publish('keychain', { state: 'locked', name: 'Keychain' });
    await clock.advance(100);
    expect(changesOf(subscriber, 'activity')).toEqual([]);
    expect(changesOf(subscriber, 'keychain')).toHaveLength(1);
    expect(changesOf(otherSubscriber, 'keychain')).toEqual([]);
    topics.publish('activity', { entries: 2 });
    topics.drop(otherSubscriber);
    topics.drop(subscriber);
    await clock.advance(1_000);
    expect(changesOf(otherSubscriber, 'activity')).toHaveLength(1);
    expect(changesOf(subscriber, 'keychain')).toHaveLength(1);
  });

  test('is refused when its topic is unknown', () => {
    const { topics, listen } = createTestTopics();
    for (const name of ['nothing', '', 'toString', '__proto__']) {
      expect(() => topics.subscribe(listen(), name)).toThrow(
        expect.objectContaining({ code: 'command-unknown' }),
      );
    }
  });
});

describe('frequent changes', () => {
  test('are not sent earlier because another topic gets a subscriber', async () => {
    const { clock, topics, listen } = createTestTopics();
    const listener = listen();
    topics.subscribe(listener, 'activity');
    topics.publish('activity', { entries: 1 });
    await clock.advance(50);
    topics.publish('activity', { entries: 2 });
    topics.subscribe(listen(), 'keychain');
    expect(listener.messages).toHaveLength(1);
    await clock.advance(50);
    expect(listener.messages).toHaveLength(2);
  });

  test('are sent in at most ten messages a second, and the last message has the last value', async () => {
    const { clock, topics, listen } = createTestTopics();
    const listener = listen();
    topics.subscribe(listener, 'activity');
    topics.subscribe(listener, 'beneficiaries');
    for (let step = 1; step <= 3_000; step += 1) {
      topics.publish('activity', { entries: step });
      topics.publish('beneficiaries', { revision: step, total: step, counts: {}, unknown: [] });
      if (step % 3 === 0) await clock.advance(1);
    }
    await clock.advance(100);
    const times = listener.messages.map(({ sentAtMs }) => sentAtMs);
    expect(times.length).toBeGreaterThan(5);
    for (const [index, time] of times.entries()) {
      const previousTime = times[index - 1];
      if (previousTime !== undefined) expect(time - previousTime).toBeGreaterThanOrEqual(100);
    }
    expect(changesOf(listener, 'activity').at(-1)?.value).toEqual({ entries: 3_000 });
    const sequenceNumbers = changesOf(listener, 'activity').map(({ seq }) => seq);
    expect(sequenceNumbers).toEqual(sequenceNumbers.map((_number, index) => index + 1));
  });

  test('are sent at once when the session changes, and wait again afterwards', async () => {
    const { clock, topics, listen } = createTestTopics();
    const listener = listen();
    topics.subscribe(listener, 'activity');
    topics.subscribe(listener, 'session');
    topics.publish('activity', { entries: 1 });
    await clock.advance(10);
    topics.publish('activity', { entries: 2 });
    topics.publish('session', firstTopics.session);
    await clock.advance(0);
    expect(changesOf(listener, 'activity').at(-1)?.value).toEqual({ entries: 2 });
    expect(changesOf(listener, 'session')).toHaveLength(1);
    topics.publish('activity', { entries: 3 });
    await clock.advance(99);
    expect(listener.messages).toHaveLength(2);
    await clock.advance(1);
    expect(listener.messages).toHaveLength(3);
  });

  test('of several topics after a pause are sent at once in one message', async () => {
    const { clock, topics, listen } = createTestTopics();
    const listener = listen();
    topics.subscribe(listener, 'activity');
    topics.subscribe(listener, 'keychain');
    await clock.advance(5_000);
    topics.publish('activity', { entries: 7 });
    topics.publish('keychain', { state: 'absent', name: 'Keychain' });
    await clock.advance(0);
    expect(listener.messages).toHaveLength(1);
    expect(listener.messages[0]?.changes.map(({ topic }) => topic).sort()).toEqual(['activity', 'keychain']);
  });
});

test('an invalid value is refused, and an extra field is removed before sending', async () => {
  const { clock, topics, listen } = createTestTopics();
  const listener = listen();
  topics.subscribe(listener, 'keychain');
  expect(() => topics.publish('activity', { entries: 1.5 })).toThrow();
  const keychainState = { state: 'locked', name: 'Keychain', secret: 'canary' } as const;
  topics.publish('keychain', keychainState);
  await clock.advance(100);
  expect(changesOf(listener, 'keychain')).toEqual([{ seq: 1, value: { state: 'locked', name: 'Keychain' } }]);
});
