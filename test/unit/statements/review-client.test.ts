import { describe, expect, test } from 'vitest';
import type { ChildProcess } from '../../../src/main/platform.ts';
import { createReview, maxDeadlineMs, ReviewEndedError } from '../../../src/main/review/client.ts';
import { type ReviewMessage, requestSchema } from '../../../src/main/review/envelope.ts';
import { createFakeClock } from '../../fakes/clock.ts';

/** A review client and the processes that it started, which say what a test lets them say. */
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

/** Whom the end of an ask is put down to. */
async function blameOf(asking: Promise<unknown>): Promise<string> {
  const thrown: unknown = await asking.catch((error: unknown) => error);
  return thrown instanceof ReviewEndedError ? thrown.blame : 'none';
}

const close = (handle: number) => ['close', { handle }] as const;

describe('an ask of the review process', () => {
  test('ends the process when its deadline passes, and is to blame for the others', async () => {
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

  test('has as long as it waits for the asks before it, and never more than the longest deadline', async () => {
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

  test('is answered by another process after the one before it ended', async () => {
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

  test('is not to blame for the end of the process while several had begun, or before it begun', async () => {
    const { review, children, settled } = start();
    const asked = [1, 2, 3].map((handle) => blameOf(review.call(...close(handle))));
    await settled();
    children[0]?.say({ kind: 'begun', id: 1 });
    children[0]?.say({ kind: 'begun', id: 2 });
    children[0]?.exit();
    expect(await Promise.all(asked)).toEqual(['unknown', 'unknown', 'other']);
  });

  test('is to blame for the end of its thread, and those behind it are not', async () => {
    const { review, children, settled } = start();
    const asked = [1, 2].map((handle) => blameOf(review.call(...close(handle))));
    await settled();
    children[0]?.say({ kind: 'begun', id: 1 });
    children[0]?.say({ kind: 'ended', id: 1 });
    children[0]?.say({ kind: 'ended', id: 2 });
    expect(await Promise.all(asked)).toEqual(['this', 'other']);
    expect(children[0]?.isKilled).toBe(false);
  });

  test('that is alone waits for those before it, and those after it wait for it', async () => {
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

  test('is cancelled at the end of Paydesk, also while it waits for one that is alone', async () => {
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
