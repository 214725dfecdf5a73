/** @file Typed calls of a running Paydesk: the contract parses the responses of its bridge. */
import {
  answerSchema,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  commands,
} from '../../../src/shared/contract/index.ts';
import { fromWire } from '../../../src/shared/errors.ts';
import type { Paydesk } from './paydesk.ts';

/** Calls a command; throws its error. */
export type CallCommand = <Name extends CommandName>(
  name: Name,
  args: CommandArgs<Name>,
) => Promise<CommandResult<Name>>;

/** Returns a function that calls the commands of a running Paydesk. */
export function callsOf(paydesk: Pick<Paydesk, 'call'>): CallCommand {
  return async (name, args) => {
    const answer = answerSchema.parse(await paydesk.call(name, args));
    if (!answer.ok) throw fromWire(answer.error);
    return commands[name].result.parse(answer.value) as CommandResult<typeof name>;
  };
}

/** Repeats a query every `intervalMs` until `isExpected` accepts its result; throws after `timeoutMs`. */
export async function pollUntil<Value>(
  query: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
  timeoutMs = 60_000,
  intervalMs = 50,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await query();
    if (isExpected(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`The expected result did not arrive: ${JSON.stringify(value).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
