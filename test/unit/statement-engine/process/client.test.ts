import { describe, expect, test } from 'vitest';
import type { ChildProcess } from '../../../../src/main/platform/platform.ts';
import {
  createStatementEngine,
  EngineEndedError,
  maxDeadlineMs,
  maxIdleMs,
} from '../../../../src/main/statement-engine/process/client.ts';
import { callSchema, type WorkerMessage } from '../../../../src/main/workers/protocol.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

/** Starts a viewer client whose processes send only the messages that the test sends with `say`. */
function startEngine() {
  const clock = createFakeClock();
  const children: { say(message: WorkerMessage): void; exit(): void; ids: number[]; isKilled: boolean }[] =
    [];
  const start = (): ChildProcess => {
    const messages: ((message: unknown) => void)[] = [];
    const exits: (() => void)[] = [];
    const ids: number[] = [];
    const child = {
      say(message: WorkerMessage) {
        for (const listener of messages) listener([message]);
      },
      exit() {
        for (const listener of exits) listener();
      },
      ids,
      isKilled: false,
    };
    children.push(child);
    return {
      send: (message) => void ids.push(callSchema.parse(message).id),
      onMessage: (listener) => void messages.push(listener),
      onExit: (listener) => void exits.push(listener),
      kill: () => {
        child.isKilled = true;
      },
    };
  };
  const engine = createStatementEngine({
    processes: { start },
    clock,
    entry: new URL('file:///statement-engine.js'),
  });
  const settle = () => clock.advance(0);
  const begin = (id: number) => children[0]?.say({ kind: 'progress', id, body: 'begun' });
  const finish = (id: number, child = 0) => children[child]?.say({ kind: 'done', id, value: null });
  /** Begins calls, and returns whom each of them blames for its failure. */
  const blamesOf = async (...handles: number[]) => {
    const blames = Promise.all(handles.map((handle) => blameOf(engine.call(...closeCall(handle)))));
    await settle();
    return { blames };
  };
  return { engine, clock, children, settle, begin, finish, blamesOf };
}

/** Returns the `blame` of the error that rejects a call; `none` for another result. */
async function blameOf(call: Promise<unknown>): Promise<string> {
  const thrown: unknown = await call.catch((error: unknown) => error);
  return thrown instanceof EngineEndedError ? thrown.blame : 'none';
}

const closeCall = (handle: number) => ['close', { handle }] as const;

describe('a call of the statement engine', () => {
  test('terminates the process when its deadline passes, and takes the blame for the failure of other calls', async () => {
    const { engine, clock, children, settle, begin } = startEngine();
    const slowCallBlame = blameOf(engine.call(...closeCall(1), { deadlineMs: 30_000 }));
    const otherCallBlame = blameOf(engine.call(...closeCall(2)));
    await settle();
    for (const id of children[0]?.ids ?? []) begin(id);
    await clock.advance(29_999);
    expect(children[0]?.isKilled).toBe(false);
    await clock.advance(1);
    expect(children[0]?.isKilled).toBe(true);
    expect([await slowCallBlame, await otherCallBlame]).toEqual(['this', 'other']);
  });

  test('has a deadline of at most the maximum, counted from the moment a thread begins the call', async () => {
    const { engine, clock, children, settle, begin } = startEngine();
    const blame = blameOf(engine.call(...closeCall(1), { deadlineMs: 10 * maxDeadlineMs }));
    await settle();
    await clock.advance(2 * maxDeadlineMs);
    expect(children[0]?.isKilled).toBe(false);
    begin(1);
    await clock.advance(maxDeadlineMs);
    expect(children[0]?.isKilled).toBe(true);
    expect(await blame).toBe('this');
  });

  test('keeps the process while it runs, and starts another one when the process was idle for long', async () => {
    const { engine, clock, children, settle, finish } = startEngine();
    const call = async (child: number, id: number) => {
      const result = engine.call(...closeCall(1));
      await clock.advance(2 * maxIdleMs);
      finish(id, child);
      return result;
    };
    await call(0, 1);
    await clock.advance(maxIdleMs - 1);
    await call(0, 2);
    expect(children[0]?.isKilled).toBe(false);
    await clock.advance(maxIdleMs);
    expect(children[0]?.isKilled).toBe(true);
    await call(1, 1);
    await settle();
    expect(children).toHaveLength(2);
  });

  test('goes to a new process after the previous one has ended', async () => {
    const { engine, children, settle, begin, finish, blamesOf } = startEngine();
    const { blames } = await blamesOf(1);
    begin(1);
    children[0]?.exit();
    expect(await blames).toEqual(['this']);
    const secondCall = engine.call(...closeCall(1));
    await settle();
    finish(1, 1);
    expect(await secondCall).toBeNull();
  });

  test('is not blamed for the end of the process when several calls were running or when the call had not begun', async () => {
    const { children, begin, blamesOf } = startEngine();
    const { blames } = await blamesOf(1, 2, 3);
    begin(1);
    begin(2);
    children[0]?.exit();
    expect(await blames).toEqual(['unknown', 'unknown', 'other']);
  });

  test('is blamed for the end of its thread, unlike waiting calls', async () => {
    const { children, begin, blamesOf } = startEngine();
    const { blames } = await blamesOf(1, 2);
    begin(1);
    children[0]?.say({ kind: 'ended', id: 1, lastProgress: 'begun' });
    children[0]?.say({ kind: 'ended', id: 2, lastProgress: undefined });
    expect(await blames).toEqual(['this', 'other']);
    expect(children[0]?.isKilled).toBe(false);
  });

  test('that is exclusive waits for earlier calls, and later calls wait for the exclusive call', async () => {
    const { engine, children, settle, finish } = startEngine();
    const calls = [
      engine.call(...closeCall(1)),
      engine.call(...closeCall(2), { isAlone: true }),
      engine.call(...closeCall(3)),
    ];
    await settle();
    for (const sent of [[1], [1, 2], [1, 2, 3]]) {
      expect(children[0]?.ids).toEqual(sent);
      finish(sent.length);
      await settle();
    }
    expect(await Promise.all(calls)).toEqual([null, null, null]);
  });

  test('is cancelled when Paydesk ends, even while it waits for an exclusive call', async () => {
    const { engine, children, settle } = startEngine();
    const errorCodes = [engine.call(...closeCall(1), { isAlone: true }), engine.call(...closeCall(2))].map(
      (call) => call.catch((error: { code: string }) => error.code),
    );
    await settle();
    engine.close();
    expect(await Promise.all(errorCodes)).toEqual(['cancelled', 'cancelled']);
    expect(children).toHaveLength(1);
  });
});
