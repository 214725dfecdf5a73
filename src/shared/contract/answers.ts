/** @file The form of what main answers and sends to the window, for all commands and topics. */
import { z } from 'zod';
import { fromWire, PaydeskError } from '../errors.ts';
import { wireErrorSchema } from '../wire-error.ts';

/** The answer to a call. An error is an answer too: a call never rejects. */
export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: wireErrorSchema }),
]);

export type Answer = z.infer<typeof answerSchema>;

/** The value of a topic and the sequence number of its change. */
const snapshotSchema = z.object({ seq: z.number().int(), value: z.unknown() });

export type Snapshot = z.infer<typeof snapshotSchema>;

/** Returns the snapshot in the answer to a subscription. Throws like {@link parseValue}. */
export function parseSnapshot(answer: unknown, topicName: string): Snapshot {
  return parseValue(snapshotSchema, answer, topicName);
}

/**
 * Returns the value in an answer about `subject`, a command or a topic. Throws the error in the answer, and `unexpected` for
 * an answer that does not fit the contract.
 */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema | undefined,
  answer: unknown,
  subject: string,
): z.output<Schema> {
  const parsed = answerSchema.safeParse(answer).data;
  if (parsed?.ok === false) throw fromWire(parsed.error);
  const value = schema?.safeParse(parsed?.value);
  if (value?.success !== true)
    throw new PaydeskError('unexpected', `The answer of ${subject} does not fit the contract`);
  return value.data;
}

/** Changes of several topics in one message, each with the whole new value. */
export const changesSchema = z.array(
  z.object({ topic: z.string(), seq: z.number().int(), value: z.unknown() }),
);

export type Changes = z.infer<typeof changesSchema>;
