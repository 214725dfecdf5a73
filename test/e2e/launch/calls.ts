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
export type Calls = <Name extends CommandName>(
  name: Name,
  args: CommandArgs<Name>,
) => Promise<CommandResult<Name>>;

/** The commands of a running Paydesk. */
export function callsOf(paydesk: Pick<Paydesk, 'call'>): Calls {
  return async (name, args) => {
    const answer = answerSchema.parse(await paydesk.call(name, args));
    if (!answer.ok) throw fromWire(answer.error);
    return commands[name].result.parse(answer.value) as CommandResult<typeof name>;
  };
}

/** Repeats a query every `intervalMs` until its result fits; throws after `timeoutMs`. */
export async function pollUntil<Value>(
  query: () => Promise<Value>,
  fits: (value: Value) => boolean,
  timeoutMs = 60_000,
  intervalMs = 50,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await query();
    if (fits(value)) return value;
    if (performance.now() > end) throw new Error(`Still not there: ${JSON.stringify(value).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
