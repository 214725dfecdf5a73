/** @file What the network asks of a clerk. */
import { z } from 'zod';
import { command, topic } from './define.ts';

/** A proxy that wants a name and a password. */
export const proxyQuestionSchema = z.object({
  /** Host and port. */
  proxy: z.string(),
  /** It has refused what it was given. */
  refused: z.boolean(),
});

export type ProxyQuestion = z.infer<typeof proxyQuestionSchema>;

/** What the page can ask. */
export const networkCommands = {
  /** Answers the question that is open; both `null` leaves the proxy without an answer until Paydesk starts again. */
  'network.answerProxy': command(
    z.strictObject({
      proxy: z.string().max(300),
      user: z.string().min(1).max(300).nullable(),
      password: z.string().max(300).nullable(),
    }),
    z.null(),
  ),
} as const;

/** What the page can follow. */
export const networkTopics = {
  /** The proxy that waits for an answer, or `null`. */
  proxyQuestion: topic(proxyQuestionSchema.nullable()),
} as const;
