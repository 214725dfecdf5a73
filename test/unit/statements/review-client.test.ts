import { describe, expect, test } from 'vitest';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { createReview, maxDeadlineMs, ReviewEndedError } from '../../../src/main/review/client.ts';
import { type ReviewMessage, requestSchema } from '../../../src/main/review/envelope.ts';
import { createFakeClock } from '../../fakes/clock.ts';

/** A review client, and its processes, whose messages the test sends. */
function start() {
  const clock = createFakeClock();
  const children: { say(message: ReviewMessage): void; exit(): void; ids: number[]; isKilled: boolean }[] =
    [];
  const processes = {
    start(): ChildProcess {
      const messages: ((message: unknown) => void)[] = [];
      const exits: (() => void)[] = [];
      const child = {
        say(message: ReviewMessage) {
          for (const listener of messages) listener(message);
        },
        exit() {
          for (const listener of exits) listener();
        },
        ids: [] as number[],
        isKilled: false,
      };
      children.push(child);
      return {
        send: (message) => void child.ids.push(requestSchema.parse(message).id),
        onMessage: (listener) => void messages.push(listener),
        onExit: (listener) => void exits.push(listener),
        kill: () => {
          child.isKilled = true;
        },
      };
    },
  };
  const review = createReview({ processes, clock, entry: new URL('file:///review.js') });
  const settled = () => clock.advance(0);
  return { review, clock, children, settled };
}

/** The blame in the error of a failed call. */
async function blameOf(asking: Promise<unknown>): Promise<string> {
  const thrown: unknown = await asking.catch((error: unknown) => error);
  return thrown instanceof ReviewEndedError ? thrown.blame : 'none';
}

const close = (handle: number) => ['close', { handle }] as const;

describe('a call of the review process', () => {
  test('terminates the process when its deadline passes, and is blamed for the failure of the others', async () => {
    const { review, clock, children, settled } = start();
    const slow = blameOf(review.call(...close(1), { deadlineMs: 30_000 }));
    const other = blameOf(review.call(...close(2)));
    await settled();
    const [child] = children;
    for (const id of child?.ids ?? []) child?.say({ kind: 'begun', id });
    await clock.advance(29_999);
    expect(child?.isKilled).toBe(false);
    await clock.advance(1);
    expect(child?.isKilled).toBe(true);
    expect([await slow, await other]).toEqual(['this', 'other']);
  });

  test('has a deadline that starts when a thread begins it, of at most the maximum', async () => {
    const { review, clock, children, settled } = start();
    const asked = blameOf(review.call(...close(1), { deadlineMs: 10 * maxDeadlineMs }));
    await settled();
    await clock.advance(2 * maxDeadlineMs);
    expect(children[0]?.isKilled).toBe(false);
    children[0]?.say({ kind: 'begun', id: 1 });
    await clock.advance(maxDeadlineMs);
    expect(children[0]?.isKilled).toBe(true);
    expect(await asked).toBe('this');
  });

  test('goes to a new process after the previous one has ended', async () => {
    const { review, children, settled } = start();
    const first = blameOf(review.call(...close(1)));
    await settled();
    children[0]?.say({ kind: 'begun', id: 1 });
    children[0]?.exit();
    expect(await first).toBe('this');
    const second = review.call(...close(1));
    await settled();
    children[1]?.say({ kind: 'reply', reply: { id: 2, ok: true, value: null } });
    expect(await second).toBeNull();
  });

  test('is not blamed for the end of the process when several calls were running, or before it has begun', async () => {
    const { review, children, settled } = start();
    const asked = [1, 2, 3].map((handle) => blameOf(review.call(...close(handle))));
    await settled();
    children[0]?.say({ kind: 'begun', id: 1 });
    children[0]?.say({ kind: 'begun', id: 2 });
    children[0]?.exit();
    expect(await Promise.all(asked)).toEqual(['unknown', 'unknown', 'other']);
  });

  test('is blamed for the end of its thread, and waiting calls are not', async () => {
    const { review, children, settled } = start();
    const asked = [1, 2].map((handle) => blameOf(review.call(...close(handle))));
    await settled();
    children[0]?.say({ kind: 'begun', id: 1 });
    children[0]?.say({ kind: 'ended', id: 1 });
    children[0]?.say({ kind: 'ended', id: 2 });
    expect(await Promise.all(asked)).toEqual(['this', 'other']);
    expect(children[0]?.isKilled).toBe(false);
  });

  test('that is exclusive waits for earlier calls, and later calls wait for it', async () => {
    const { review, children, settled } = start();
    const answer = (id: number) => children[0]?.say({ kind: 'reply', reply: { id, ok: true, value: null } });
    const asked = [
      review.call(...close(1)),
      review.call(...close(2), { isAlone: true }),
      review.call(...close(3)),
    ];
    await settled();
    expect(children[0]?.ids).toEqual([1]);
    answer(1);
    await settled();
    expect(children[0]?.ids).toEqual([1, 2]);
    answer(2);
    await settled();
    expect(children[0]?.ids).toEqual([1, 2, 3]);
    answer(3);
    expect(await Promise.all(asked)).toEqual([null, null, null]);
  });

  test('is cancelled when Paydesk ends, even while it waits for an exclusive call', async () => {
    const { review, children, settled } = start();
    const asked = [review.call(...close(1), { isAlone: true }), review.call(...close(2))].map((asking) =>
      asking.catch((error: { code: string }) => error.code),
    );
    await settled();
    review.close();
    expect(await Promise.all(asked)).toEqual(['cancelled', 'cancelled']);
    expect(children).toHaveLength(1);
  });
});
