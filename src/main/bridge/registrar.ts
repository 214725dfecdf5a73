/**
 * @file The only way in. A handler is made with {@link handle}, which parses the arguments with the contract before
 * and the result after, and is reached through {@link Registrar.call} alone, which turns everything thrown into an
 * error as data.
 */
import type { z } from 'zod';
import { type Answer, type CommandName, commands, isCommandName } from '../../shared/contract/index.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';

/** A handler that knows its contract. */
export interface Handler {
  readonly definition: { readonly args: z.ZodType; readonly result: z.ZodType };
  call(args: unknown): Promise<unknown>;
}

/** Binds a function to its command: it gets parsed arguments, and its result is parsed before it leaves. */
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
          details: { fields: fieldsOf(parsed.error) },
        });
      }
      return definition.result.parse(await run(parsed.data));
    },
  };
}

/** Dotted names of the fields that do not fit, those that should not be there included. */
function fieldsOf(error: z.ZodError): string[] {
  return error.issues
    .flatMap((issue) => {
      const names = issue.code === 'unrecognized_keys' ? issue.keys : [];
      return names.length === 0 ? [issue.path] : names.map((name) => [...issue.path, name]);
    })
    .map((path) => path.join('.'))
    .filter((name) => name !== '');
}

/** What a feature provides: handlers by command. */
export type Handlers = Readonly<Partial<Record<CommandName, Handler>>>;

/** Commands and their handlers. */
export interface Registrar {
  /** Adds handlers. A second one for a command, or one bound to another command, is a mistake and throws. */
  register(handlers: Handlers): void;
  /** Answers a call. Never rejects. */
  call(name: string, args: unknown): Promise<Answer>;
  /** Commands of the contract that have no handler. */
  missing(): string[];
}

/** Creates an empty registrar; `onUnexpected` hears of everything thrown that is not an expected error. */
export function createRegistrar(onUnexpected: (command: string, thrown: unknown) => void): Registrar {
  const registered = new Map<string, Handler>();
  return {
    register(handlers) {
      for (const [name, handler] of Object.entries(handlers)) {
        if (registered.has(name)) throw new Error(`Two handlers for ${name}`);
        if (!isCommandName(name) || commands[name] !== handler.definition) {
          throw new Error(`The handler for ${name} is bound to another command`);
        }
        registered.set(name, handler);
      }
    },
    async call(name, args) {
      try {
        const handler = registered.get(name);
        if (handler === undefined)
          throw new PaydeskError('command-unknown', `No command ${name.slice(0, 64)}`);
        return { ok: true, value: await handler.call(args) };
      } catch (thrown) {
        const error = toPaydeskError(thrown);
        if (error.code !== 'unexpected') return { ok: false, error: toWire(error) };
        onUnexpected(name, thrown);
        // Nobody knows what its message says, so it goes to the log, which cleans it, and nowhere else.
        return {
          ok: false,
          error: toWire(new PaydeskError('unexpected', 'Something unexpected was thrown')),
        };
      }
    },
    missing: () => Object.keys(commands).filter((name) => !registered.has(name)),
  };
}
