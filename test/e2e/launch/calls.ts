/** @file Typed calls of a running Paydesk: the contract parses the responses of its bridge. */
import {
  type ActionName,
  type CallCommand,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  parseAnswer,
} from '../../../src/shared/contract/index.ts';
import type { Paydesk } from './paydesk.ts';

/** Returns a function that calls the commands of a running Paydesk. */
export function callsOf(paydesk: Pick<Paydesk, 'call'>): CallCommand {
  return async (name, args) => parseAnswer(name, args, await paydesk.call(name, args));
}

/** Calls a command; throws its error. */
export function callCommand<Name extends CommandName, Action extends ActionName<Name>>(
  paydesk: Pick<Paydesk, 'call'>,
  name: Name,
  args: CommandArgs<Name> & { readonly action?: Action },
): Promise<CommandResult<Name, Action>> {
  return callsOf(paydesk)(name, args);
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
