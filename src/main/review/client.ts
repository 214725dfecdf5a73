/** @file Main's side of the review process: asks as promises. The process starts with the first ask. */
import type { z } from 'zod';
import { fromWire, PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Processes } from '../platform.ts';
import { type AskName, asks, replySchema } from './messages.ts';

/** The review process. */
export interface Review {
  /** Asks; rejects with the engine's error, or `review-failed` when the process ended. */
  ask<Name extends AskName>(
    name: Name,
    args: z.input<(typeof asks)[Name]['args']>,
  ): Promise<z.output<(typeof asks)[Name]['result']>>;
  close(): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: PaydeskError) => void;
}

/** Creates the client of a process that is not running yet. */
export function createReview(processes: Processes, entry: URL): Review {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | null = null;
  let lastId = 0;

  function start(): ChildProcess {
    const started = processes.start(entry, 'Paydesk review');
    started.onMessage((raw) => {
      const reply = replySchema.parse(raw);
      const { resolve, reject } = waiting.get(reply.id) ?? {};
      waiting.delete(reply.id);
      if (reply.ok) resolve?.(reply.value);
      else reject?.(fromWire(reply.error));
    });
    started.onExit(() => {
      if (child !== started) return;
      child = null;
      for (const { reject } of waiting.values())
        reject(new PaydeskError('review-failed', 'The review process has ended'));
      waiting.clear();
    });
    return started;
  }

  return {
    async ask(name, args) {
      const value = await new Promise<unknown>((resolve, reject) => {
        child ??= start();
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, name, args });
      });
      return parseResult(asks[name], value);
    },
    close() {
      const closing = child;
      child = null;
      for (const { reject } of waiting.values()) reject(new PaydeskError('cancelled', 'Paydesk ends'));
      waiting.clear();
      closing?.kill();
    },
  };
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return schema.parse(value);
}

function parseResult<Definition extends { readonly result: z.ZodType }>(
  definition: Definition,
  value: unknown,
): z.output<Definition['result']> {
  const { result } = definition;
  return parseWith<Definition['result']>(result, value);
}
