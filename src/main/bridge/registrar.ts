/**
 * @file Commands of the window, the only entry to main. Arguments and results of handlers are validated by the contract;
 * {@link Registrar.call} converts all errors to data.
 */
import { z } from 'zod';
import type { Answer } from '../../shared/contract/answers.ts';
import type { ActionDefinition, ActionsDefinition } from '../../shared/contract/define.ts';
import { DroppedFile, maxDroppedFiles } from '../../shared/contract/dropped-files.ts';
import { type CommandName, commands, findAction, isCommandName } from '../../shared/contract/index.ts';
import { PaydeskError, toPaydeskError, toWire } from '../../shared/errors.ts';

/** Executes an action: gets validated arguments, and its result is validated. */
type ActionHandler<Definition extends ActionDefinition> = (
  args: z.output<Definition['args']>,
) => Promise<z.output<Definition['result']>> | z.output<Definition['result']>;

type HandlerOf<Definition> = Definition extends ActionDefinition
  ? ActionHandler<Definition>
  : Definition extends ActionsDefinition
    ? { readonly [Action in keyof Definition['actions']]: ActionHandler<Definition['actions'][Action]> }
    : never;

/** Functions by command, or by command and action. */
export type Handlers = { readonly [Name in CommandName]?: HandlerOf<(typeof commands)[Name]> };

/**
 * Any handler. Declared as a method, whose type accepts functions with narrower arguments: the registrar calls each only
 * with arguments that its schema accepted.
 */
interface Runner {
  run(args: unknown): unknown;
}

type Run = Runner['run'];
type AnyHandler = Run | Readonly<Record<string, Run>>;

const actionSchema = z.looseObject({ action: z.string() });

async function runAction(
  definition: ActionDefinition | undefined,
  run: Run | undefined,
  args: unknown,
): Promise<unknown> {
  if (definition === undefined || run === undefined) throw invalidArguments(['action']);
  return definition.result.parse(await run(parseArgs(definition.args, args)));
}

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

export type Registrar = ReturnType<typeof createRegistrar>;

/** Commands that work while Paydesk is locked: they sign in, or show and change nothing of the stored data. */
const commandsWhileLocked: ReadonlySet<string> = new Set<CommandName>([
  'session.activate',
  'session.checkKeychain',
  'session.previewSignOut',
  'session.profile',
  'session.signIn',
  'session.signOut',
  'network.answerProxy',
  'settings.about',
  'settings.change',
  'settings.window',
  'settings.quit',
  'updates.change',
]);

/**
 * Creates an empty registrar; `onUnexpected` is called for every error that is not a {@link PaydeskError}. While `isLocked`,
 * all commands but a few are refused with `sign-in-needed`.
 */
export function createRegistrar(
  onUnexpected: (command: string, thrown: unknown) => void,
  isLocked: () => boolean = () => false,
) {
  const registered = new Map<string, AnyHandler>();

  async function execute(name: string, args: unknown): Promise<unknown> {
    const handler = registered.get(name);
    if (handler === undefined || !isCommandName(name))
      throw new PaydeskError('command-unknown', `No command ${name.slice(0, 64)}`);
    if (isLocked() && !commandsWhileLocked.has(name))
      throw new PaydeskError('sign-in-needed', 'Paydesk is locked');
    if (typeof handler === 'function') return runAction(findAction(commands[name]), handler, args);
    const { action, ...actionArgs } = parseArgs(actionSchema, args);
    const run = Object.hasOwn(handler, action) ? handler[action] : undefined;
    return runAction(findAction(commands[name], action), run, actionArgs);
  }

  return {
    /** Adds handlers. Throws for a second handler of a command. */
    register(handlers: Handlers) {
      const added: Readonly<Record<string, AnyHandler>> = handlers;
      for (const [name, handler] of Object.entries(added)) {
        if (registered.has(name)) throw new Error(`Two handlers for ${name}`);
        registered.set(name, handler);
      }
    },
    /** Executes a command. `droppedPaths` become the argument `files`. Never rejects. */
    async call(name: string, args: unknown, droppedPaths?: readonly string[]): Promise<Answer> {
      try {
        return { ok: true, value: await execute(name, withFiles(args, droppedPaths)) };
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
    /** Returns the commands of the contract without a handler. */
    listMissing: (): string[] => Object.keys(commands).filter((name) => !registered.has(name)),
  };
}
