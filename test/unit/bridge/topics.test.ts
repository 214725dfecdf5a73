import { describe, expect, test } from 'vitest';
import { createTopics, type Topics } from '../../../src/main/bridge/topics.ts';
import type { Changes } from '../../../src/shared/contract/index.ts';
import { createFakeClock, type FakeClock } from '../../fakes/clock.ts';
import { firstTopics } from '../../fakes/first-topics.ts';

interface Listener {
  readonly messages: { at: number; changes: Changes }[];
  send(changes: Changes): void;
}

function start(): { clock: FakeClock; topics: Topics; listen: () => Listener } {
  const clock = createFakeClock();
  const topics = createTopics(clock, firstTopics);
  const listen = () => {
    const messages: Listener['messages'] = [];
    return { messages, send: (changes: Changes) => messages.push({ at: clock.monotonic(), changes }) };
  };
  return { clock, topics, listen };
}

const seen = (listener: Listener, topic: string) =>
  listener.messages
    .flatMap(({ changes }) => changes)
    .filter((change) => change.topic === topic)
    .map(({ seq, value }) => ({ seq, value }));

describe('a subscriber', () => {
  test('gets the current value first and then every later one in order, without a gap', async () => {
    const { clock, topics, listen } = start();
    const listener = listen();
    const snapshot = topics.subscribe(listener, 'activity');
    expect(snapshot.value).toEqual({ entries: 0 });
    for (let entries = 1; entries <= 5; entries += 1) {
      topics.publish('activity', { entries });
      await clock.advance(150);
    }
    const changes = seen(listener, 'activity');
    expect(changes.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5].map((entries) => ({ entries })));
    expect(changes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5].map((step) => snapshot.seq + step));
  });

  test('that subscribes while a change is pending gets it in the snapshot, and then only later changes', async () => {
    const { clock, topics, listen } = start();
    const [early, late] = [listen(), listen()];
    topics.subscribe(early, 'activity');
    topics.publish('activity', { entries: 1 });
    await clock.advance(100);
    topics.publish('activity', { entries: 2 });
    const snapshot = topics.subscribe(late, 'activity');
    expect(snapshot.value).toEqual({ entries: 2 });
    topics.publish('activity', { entries: 3 });
    await clock.advance(200);
    expect(seen(late, 'activity')).toEqual([{ seq: snapshot.seq + 1, value: { entries: 3 } }]);
    expect(seen(early, 'activity').map(({ value }) => value)).toEqual(
      [1, 2, 3].map((entries) => ({ entries })),
    );
    const numbers = seen(early, 'activity').map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  test('gets no changes of other topics, and none after it unsubscribed or was dropped', async () => {
    const { clock, topics, listen } = start();
    const [one, other] = [listen(), listen()];
    topics.subscribe(one, 'activity');
    topics.subscribe(one, 'keychain');
    topics.subscribe(other, 'activity');
    topics.unsubscribe(one, 'activity');
    topics.publish('activity', { entries: 1 });
    topics.publish('keychain', { state: 'locked', name: 'Keychain' });
    await clock.advance(100);
    expect(seen(one, 'activity')).toEqual([]);
    expect(seen(one, 'keychain')).toHaveLength(1);
    expect(seen(other, 'keychain')).toEqual([]);
    topics.publish('activity', { entries: 2 });
    topics.drop(other);
    topics.drop(one);
    await clock.advance(1_000);
    expect(seen(other, 'activity')).toHaveLength(1);
    expect(seen(one, 'keychain')).toHaveLength(1);
  });

  test('of an unknown topic is refused', () => {
    const { topics, listen } = start();
    for (const name of ['nothing', '', 'toString', '__proto__']) {
      expect(() => topics.subscribe(listen(), name)).toThrow(
        expect.objectContaining({ code: 'command-unknown' }),
      );
    }
  });
});

describe('frequent changes', () => {
  test('are not sent earlier because another topic gets a subscriber', async () => {
    const { clock, topics, listen } = start();
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

  test('are sent in at most ten messages a second, with the last value among them', async () => {
    const { clock, topics, listen } = start();
    const listener = listen();
    topics.subscribe(listener, 'activity');
    topics.subscribe(listener, 'beneficiaries');
    for (let step = 1; step <= 3_000; step += 1) {
      topics.publish('activity', { entries: step });
      topics.publish('beneficiaries', { revision: step, total: step, counts: {}, unknown: [] });
      if (step % 3 === 0) await clock.advance(1);
    }
    await clock.advance(100);
    const times = listener.messages.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(5);
    for (const [index, at] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(100);
    }
    expect(seen(listener, 'activity').at(-1)?.value).toEqual({ entries: 3_000 });
    const numbers = seen(listener, 'activity').map(({ seq }) => seq);
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  });

  test('of several topics after a pause are sent at once in one message', async () => {
    const { clock, topics, listen } = start();
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
  const { clock, topics, listen } = start();
  const listener = listen();
  topics.subscribe(listener, 'keychain');
  expect(() => topics.publish('activity', { entries: 1.5 })).toThrow();
  const loaded = { state: 'locked', name: 'Keychain', secret: 'canary' } as const;
  topics.publish('keychain', loaded);
  await clock.advance(100);
  expect(seen(listener, 'keychain')).toEqual([{ seq: 1, value: { state: 'locked', name: 'Keychain' } }]);
});
