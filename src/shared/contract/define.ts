/** @file Commands and topics: the building blocks of the contract between renderer and main. */
import type { z } from 'zod';

/** A command with one action: arguments and one result. */
export interface ActionDefinition {
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

/** A command with several actions on the same object. The field `action` of the arguments selects one. */
export interface ActionsDefinition {
  readonly actions: Readonly<Record<string, ActionDefinition>>;
}

export type CommandDefinition = ActionDefinition | ActionsDefinition;

/** A topic: a small value that main owns and publishes to the renderer. Each change transfers the whole value. */
export interface TopicDefinition {
  readonly value: z.ZodType;
}

/** Declares a command, or one action of a command. */
export function command<Args extends z.ZodType, Result extends z.ZodType>(args: Args, result: Result) {
  return { args, result } as const;
}

/** Declares a command with several actions by their names. */
export function actions<Actions extends ActionsDefinition['actions']>(definitions: Actions) {
  return { actions: definitions } as const;
}

/** Declares a topic. */
export function topic<Value extends z.ZodType>(value: Value) {
  return { value } as const;
}
