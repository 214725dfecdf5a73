/** @file The messages of the page: their schemas, and what answers them. */
import { z } from 'zod';
import type { Answer } from '../../shared/contract/answers.ts';
import { PaydeskError } from '../../shared/errors.ts';
import type { App } from '../app/app.ts';
import type { Subscriber, Topics } from './topics.ts';

const callSchema = z.strictObject({
  command: z.string().max(100),
  args: z.unknown(),
  /** Paths of dropped files; empty for a file that is not on disk. */
  paths: z.array(z.string().max(32_767)).optional(),
});
const topicSchema = z.string().max(100);

/** Answers messages whose sender is trusted, but not their content. */
export type PageRequests = ReturnType<typeof createPageRequests>;

/** Creates the answers of the open program. */
export function createPageRequests(call: App['call'], topics: Pick<Topics, 'subscribe' | 'drop'>) {
  return {
    /** Throws `arguments-invalid` for a message that does not fit the bridge. */
    async call(message: unknown): Promise<Answer> {
      const { command, args, paths } = parse(callSchema, message);
      return call(command, args, paths);
    },
    /** Throws as {@link call}, and `command-unknown` for an unknown topic. */
    subscribe: (subscriber: Subscriber, topicName: unknown): Answer => ({
      ok: true,
      value: topics.subscribe(subscriber, parse(topicSchema, topicName)),
    }),
    /** Ends all subscriptions. */
    drop: (subscriber: Subscriber) => topics.drop(subscriber),
  };
}

function parse<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PaydeskError('arguments-invalid', 'A message does not fit the bridge');
  return parsed.data;
}
