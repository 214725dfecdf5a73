/** @file Commands and topics: the two building blocks of the contract between renderer and main. */
import type { z } from 'zod';

/** A command: arguments and one result. */
export interface CommandDefinition {
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

/** A topic: a small value that main owns and publishes to the renderer. Each change transfers the whole value. */
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
