/**
 * @file Commands of the window, the only entry to main. A handler made with {@link handle} validates arguments and
 * result by the contract; {@link Registrar.call} converts all errors to data.
 */
import type { z } from 'zod';
import { type Answer, type CommandName, commands, isCommandName } from '../../shared/contract/index.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';

/** A handler with its contract. */
interface Handler {
  readonly definition: { readonly args: z.ZodType; readonly result: z.ZodType };
  call(args: unknown): Promise<unknown>;
}

/** Binds a function to a command: it receives validated arguments, and its result is validated. */
export function handle<Args, Result>(
  definition: { readonly args: z.ZodType<Args>; readonly result: z.ZodType<Result> },
  run: (args: Args) => Promise<Result> | Result,
): Handler {
  return {
    definition,
    async call(args) {
      const parsed = definition.args.safeParse(args);
      if (!parsed.success) {
        throw new PaydeskError('arguments-invalid', 'Arguments do not fit the contract', {
          details: { fields: listInvalidFields(parsed.error) },
        });
      }
      return definition.result.parse(await run(parsed.data));
    },
  };
}

/** Returns the dotted names of invalid and unknown fields. */
function listInvalidFields(error: z.ZodError): string[] {
  return error.issues
    .flatMap((issue) => {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [];
      return names.length === 0 ? [issue.path] : names.map((name) => [...issue.path, name]);
    })
    .map((path) => path.join('.'))
    .filter((name) => name !== '');
}

/** Handlers by command. */
export type Handlers = Readonly<Partial<Record<CommandName, Handler>>>;

export interface Registrar {
  /** Adds handlers. Throws for a second handler of a command, and for a handler that is bound to another command. */
  register(handlers: Handlers): void;
  /** Executes a command. Never rejects. */
  call(name: string, args: unknown): Promise<Answer>;
  /** Returns the commands of the contract without a handler. */
  listMissing(): string[];
}

/** Creates an empty registrar; `onUnexpected` is called for every error that is not a {@link PaydeskError}. */
export function createRegistrar(onUnexpected: (command: string, thrown: unknown) => void): Registrar {
  const handlersByName = new Map<string, Handler>();
  return {
    register(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        if (handlersByName.has(name)) throw new Error(`Two handlers for ${name}`);
        if (!isCommandName(name) || commands[name] !== handler.definition) {
          throw new Error(`The handler for ${name} is bound to another command`);
        }
        handlersByName.set(name, handler);
      }
    },
    async call(name, args) {
      try {
        const handler = handlersByName.get(name);
        if (handler === undefined)
          throw new PaydeskError('command-unknown', `No command ${name.slice(0, 64)}`);
        return { ok: true, value: await handler.call(args) };
      } catch (thrown) {
        const error = toPaydeskError(thrown);
        if (error.code !== 'unexpected') return { ok: false, error: toWire(error) };
        onUnexpected(name, thrown);
        // The error's message may contain business data, so only the log gets it, and redacts it.
        return {
          ok: false,
          error: toWire(new PaydeskError('unexpected', 'Something unexpected was thrown')),
        };
      }
    },
    listMissing: () => Object.keys(commands).filter((name) => !handlersByName.has(name)),
  };
}
