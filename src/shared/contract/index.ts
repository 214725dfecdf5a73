/** @file The contract between renderer and main: all commands and topics, and the types derived from them. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { activityCommands, activityTopics } from './activity.ts';
import { beneficiariesCommands, beneficiariesTopics } from './beneficiaries.ts';
import { documentsCommands, documentsTopics } from './documents.ts';
import { dragOutCommands } from './drag-out.ts';
import { mappingCommands } from './mapping.ts';
import { needsYouCommands, needsYouTopics } from './needs-you.ts';
import { networkCommands, networkTopics } from './network.ts';
import { proofsCommands, proofsTopics } from './proofs.ts';
import { recoveryCommands } from './recovery.ts';
import { reviewCommands, reviewTopics } from './review.ts';
import { samplesCommands } from './samples.ts';
import { sessionCommands, sessionTopics } from './session.ts';
import { settingsCommands, settingsTopics } from './settings.ts';
import { shellCommands } from './shell.ts';
import { statementsCommands, statementsTopics } from './statements.ts';
import { updatesCommands, updatesTopics } from './updates.ts';

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
  ...reviewCommands,
  ...samplesCommands,
  ...activityCommands,
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
  ...reviewTopics,
  ...activityTopics,
  ...settingsTopics,
  ...networkTopics,
  ...needsYouTopics,
  ...updatesTopics,
} as const;

export type CommandName = keyof typeof commands;
/** Arguments of a command, before defaults are applied. */
export type CommandArgs<Name extends CommandName> = z.input<(typeof commands)[Name]['args']>;
export type CommandResult<Name extends CommandName> = z.output<(typeof commands)[Name]['result']>;
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

/** The answer to a call. An error is an answer too: a call never rejects. */
export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

export type Answer = z.infer<typeof answerSchema>;

/** The value of a topic and the sequence number of its change. */
export const snapshotSchema = z.object({ seq: z.number().int(), value: z.unknown() });

export type Snapshot = z.infer<typeof snapshotSchema>;

/** Changes of several topics in one message, each with the whole new value. */
export const changesSchema = z.array(
  z.object({ topic: z.string(), seq: z.number().int(), value: z.unknown() }),
);

export type Changes = z.infer<typeof changesSchema>;
