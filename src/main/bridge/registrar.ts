/**
 * @file Commands of the window, the only entry to main. A handler made with {@link handle} validates arguments and
 * result by the contract; {@link Registrar.call} converts all errors to data.
 */
import { z } from 'zod';
import type { ActionDefinition, ActionsDefinition, CommandDefinition } from '../../shared/contract/define.ts';
import { DroppedFile, maxDroppedFiles } from '../../shared/contract/dropped-files.ts';
import { type Answer, type CommandName, commands, isCommandName } from '../../shared/contract/index.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';

/** A handler with its contract. */
interface Handler {
  readonly definition: CommandDefinition;
  call(args: unknown): Promise<unknown>;
}

/** A function that executes an action: it receives validated arguments, and its result is validated. */
type Run<Definition extends ActionDefinition> = (
  args: z.output<Definition['args']>,
) => Promise<z.output<Definition['result']>> | z.output<Definition['result']>;

/** Binds a function to a command with one action. */
export function handle<Definition extends ActionDefinition>(
  definition: Definition,
  run: Run<Definition>,
): Handler {
  return {
    definition,
    async call(args) {
      return definition.result.parse(await run(parseArgs<Definition['args']>(definition.args, args)));
    },
  };
}

/** Binds one function per action to a command with several actions. */
export function handleActions<Actions extends ActionsDefinition['actions']>(
  definition: { readonly actions: Actions },
  functions: { readonly [Name in keyof Actions]: Run<Actions[Name]> },
): Handler {
  const handlers = new Map<string, Handler>();
  for (const name in definition.actions) {
    handlers.set(name, handle<Actions[typeof name]>(definition.actions[name], functions[name]));
  }
  return {
    definition,
    async call(args) {
      const { action, ...actionArgs } = parseArgs(actionSchema, args);
      const handler = handlers.get(action);
      if (handler === undefined) throw invalidArguments(['action']);
      return handler.call(actionArgs);
    },
  };
}

const actionSchema = z.looseObject({ action: z.string() });

function parseArgs<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const parsed = schema.safeParse(args);
  if (!parsed.success) throw invalidArguments(listInvalidFields(parsed.error));
  return parsed.data;
}

function invalidArguments(fields: readonly string[]): PaydeskError {
  return new PaydeskError('arguments-invalid', 'Arguments do not fit the contract', { details: { fields } });
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

function withFiles(args: unknown, droppedPaths?: readonly string[]): unknown {
  if (droppedPaths === undefined || typeof args !== 'object') return args;
  if (droppedPaths.length > maxDroppedFiles)
    throw new PaydeskError('too-many-files', 'A call has too many files');
  return { ...args, files: droppedPaths.map((path) => new DroppedFile(path)) };
}

/** Handlers by command. */
export type Handlers = Readonly<Partial<Record<CommandName, Handler>>>;

export interface Registrar {
  /** Adds handlers. Throws for a second handler of a command, and for a handler that is bound to another command. */
  register(handlers: Handlers): void;
  /** Executes a command. `droppedPaths` become the argument `files`. Never rejects. */
  call(name: string, args: unknown, droppedPaths?: readonly string[]): Promise<Answer>;
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
    async call(name, args, droppedPaths) {
      try {
        const handler = handlersByName.get(name);
        if (handler === undefined)
          throw new PaydeskError('command-unknown', `No command ${name.slice(0, 64)}`);
        return { ok: true, value: await handler.call(withFiles(args, droppedPaths)) };
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
