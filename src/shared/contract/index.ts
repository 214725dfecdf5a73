/** @file The contract between renderer and main: all commands and topics, and the types derived from them. */
import type { z } from 'zod';
import { activityCommands, activityTopics } from './activity.ts';
import { parseValue } from './answers.ts';
import { beneficiariesCommands, beneficiariesTopics } from './beneficiaries.ts';
import { comparisonCommands } from './comparison.ts';
import type { ActionDefinition, ActionsDefinition, CommandDefinition } from './define.ts';
import { documentsCommands, documentsTopics } from './documents.ts';
import { dragOutCommands } from './drag-out.ts';
import { evidenceCommands, evidenceTopics } from './evidence.ts';
import { ledgerCommands } from './ledger.ts';
import { mappingCommands } from './mapping.ts';
import { needsYouCommands, needsYouTopics } from './needs-you.ts';
import { networkCommands, networkTopics } from './network.ts';
import { proofsCommands, proofsTopics } from './proofs.ts';
import { recoveryCommands } from './recovery.ts';
import { samplesCommands } from './samples.ts';
import { sessionCommands, sessionTopics } from './session.ts';
import { settingsCommands, settingsTopics } from './settings.ts';
import { shellCommands } from './shell.ts';
import { statementsCommands, statementsTopics } from './statements.ts';
import { updatesCommands, updatesTopics } from './updates.ts';
import { viewerCommands, viewerTopics } from './viewer.ts';

/** All commands by name. */
export const commands = {
  ...sessionCommands,
  ...documentsCommands,
  ...mappingCommands,
  ...beneficiariesCommands,
  ...proofsCommands,
  ...statementsCommands,
  ...recoveryCommands,
  ...dragOutCommands,
  ...viewerCommands,
  ...comparisonCommands,
  ...ledgerCommands,
  ...samplesCommands,
  ...activityCommands,
  ...evidenceCommands,
  ...settingsCommands,
  ...networkCommands,
  ...needsYouCommands,
  ...updatesCommands,
  ...shellCommands,
} as const;

/** All topics by name. */
export const topics = {
  ...sessionTopics,
  ...documentsTopics,
  ...beneficiariesTopics,
  ...proofsTopics,
  ...statementsTopics,
  ...viewerTopics,
  ...activityTopics,
  ...evidenceTopics,
  ...settingsTopics,
  ...networkTopics,
  ...needsYouTopics,
  ...updatesTopics,
} as const;

export type CommandName = keyof typeof commands;
type Command<Name extends CommandName> = (typeof commands)[Name];
type ActionNameOf<Definition> = Definition extends ActionsDefinition ? keyof Definition['actions'] : never;
type TaggedArgs<Action, Args> =
  Args extends Record<string, never> ? { readonly action: Action } : { readonly action: Action } & Args;
type ArgsOf<Definition, Action> = Definition extends ActionDefinition
  ? z.input<Definition['args']>
  : Definition extends ActionsDefinition
    ? {
        [Name in keyof Definition['actions'] & Action]: TaggedArgs<
          Name,
          z.input<Definition['actions'][Name]['args']>
        >;
      }[keyof Definition['actions'] & Action]
    : never;
type ResultOf<Definition, Action> = Definition extends ActionDefinition
  ? z.output<Definition['result']>
  : Definition extends ActionsDefinition
    ? z.output<Definition['actions'][keyof Definition['actions'] & Action]['result']>
    : never;

/** Names of a command's actions; `never` for a command with one action. */
export type ActionName<Name extends CommandName> = ActionNameOf<Command<Name>>;
/** Arguments of a command, before defaults are applied: of one of its actions, or of any. */
export type CommandArgs<Name extends CommandName, Action = ActionName<Name>> = ArgsOf<Command<Name>, Action>;
/** Result of a command: of one of its actions, or of any. */
export type CommandResult<Name extends CommandName, Action = ActionName<Name>> = ResultOf<
  Command<Name>,
  Action
>;
/** Calls a command; the action in the arguments determines the type of the result. Rejects with a {@link PaydeskError}. */
export type CallCommand = <Name extends CommandName, Action extends ActionName<Name>>(
  name: Name,
  args: CommandArgs<Name> & { readonly action?: Action },
) => Promise<CommandResult<Name, Action>>;
export type TopicName = keyof typeof topics;
export type TopicValue<Name extends TopicName> = z.output<(typeof topics)[Name]['value']>;

/** True when the text names a command. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** True when the text names a topic. */
export function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}

/** Returns the schemas of a command, or of one of its actions. */
export function findAction(definition: CommandDefinition, action = ''): ActionDefinition | undefined {
  return 'actions' in definition ? definition.actions[action] : definition;
}

/** Returns the result in the answer to a call. Throws like {@link parseValue}. */
export function parseAnswer<Name extends CommandName, Action extends ActionName<Name>>(
  name: Name,
  args: CommandArgs<Name> & { readonly action?: Action },
  answer: unknown,
): CommandResult<Name, Action>;
export function parseAnswer(name: CommandName, args: { readonly action?: string }, answer: unknown): unknown {
  return parseValue(findAction(commands[name], args.action)?.result, answer, name);
}
