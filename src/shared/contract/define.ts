/** @file The two shapes of which the contract between renderer and main is made. */
import type { z } from 'zod';

/** A command: arguments go in, one result comes back. */
export interface CommandDefinition {
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

/** A topic: a small value that main owns and the renderer mirrors; every change carries the whole value. */
export interface TopicDefinition {
  readonly value: z.ZodType;
}

/** Declares a command. */
export function command<Args extends z.ZodType, Result extends z.ZodType>(args: Args, result: Result) {
  return { args, result } as const;
}

/** Declares a topic. */
export function topic<Value extends z.ZodType>(value: Value) {
  return { value } as const;
}
