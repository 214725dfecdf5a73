/** @file The command and the topic of the sign-in to a proxy. */
import { z } from 'zod';
import { command, topic } from './define.ts';

/** A proxy that requires a user name and a password. */
const proxyQuestionSchema = z.object({
  /** Host and port. */
  proxy: z.string(),
  /** True when the proxy rejected earlier credentials. */
  refused: z.boolean(),
});

export type ProxyQuestion = z.infer<typeof proxyQuestionSchema>;

export const networkCommands = {
  /**
   * Answers the open question. With `user` and `password` both `null`, the proxy gets no credentials until Paydesk
   * starts again.
   */
  'network.answerProxy': command(
    z.strictObject({
      proxy: z.string().max(300),
      user: z.string().min(1).max(300).nullable(),
      password: z.string().max(300).nullable(),
    }),
    z.null(),
  ),
} as const;

export const networkTopics = {
  /** The proxy that waits for credentials, or `null`. */
  proxyQuestion: topic(proxyQuestionSchema.nullable()),
} as const;
