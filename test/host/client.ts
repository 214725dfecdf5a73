/** @file Client of the host for tests: starts the program in a child process and controls it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Electron from 'electron';
import { z } from 'zod';
import {
  answerSchema,
  type Changes,
  changesSchema,
  parseSnapshot,
} from '../../src/shared/contract/answers.ts';
import { type HostOptions, hostEnvironment } from './options.ts';
import type { Problem, Records } from './records.ts';

/** Options for starting the program. */
interface HostStart {
  /** Command-line switches. */
  readonly args: readonly string[];
  readonly host: Partial<HostOptions>;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder for a new, unlocked keyring. Without it, the program has no keychain. */
  readonly keyringFolder?: string;
}

/** A function that runs in the main process, with the module `electron`. It must not use variables of its module. */
export type ElectronFunction<Argument, Result> = (
  electron: typeof Electron,
  argument: Argument,
) => Result | Promise<Result>;

/** A subscribed topic of the bridge. */
export interface FollowedTopic {
  latestValue(): unknown;
  /** Resolves with the first value, the current value included, for which `test` is true. */
  waitFor(test: (value: unknown) => boolean): Promise<unknown>;
}

/** A program started in the host. */
interface HostClient {
  readonly child: ChildProcess;
  /** Resolves with the process ID when the window has loaded; rejects when the program exits earlier. */
  readonly ready: Promise<number>;
  /** Resolves with the exit code when the program has exited, or `null` when it was killed. */
  readonly exitCode: Promise<number | null>;
  readonly problems: readonly Problem[];
  /** Text that the program wrote to stdout and stderr. */
  output(): string;
  evaluate<Argument, Result>(run: ElectronFunction<Argument, Result>, argument: Argument): Promise<Result>;
  call(command: string, args: unknown): Promise<unknown>;
  follow(topic: string): Promise<FollowedTopic>;
  records(): Promise<Records>;
  /** Changes the scale of the display. */
  scaleTo(scale: number): Promise<void>;
  /** Saves a screenshot of the page to `file`. */
  screenshot(file: string): Promise<void>;
  /** Resolves when {@link problems} contains every problem that the page has reported so far. */
  settle(): Promise<void>;
  /** Simulates a Windows logoff: the program gets `session-end` and is terminated immediately. */
  endWindowsSession(): Promise<void>;
  /** Kills the program, as a crash or power failure would. */
  kill(): Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Built with the program. */
const mainFile = join(root, '.paydesk/host/main.js');
/** Compiled code of the program, which starts faster with it. */
const compiledCode = join(root, '.paydesk', 'compiled');
/** Exit codes above this number mean, as in a shell, that a signal ended the program. */
const maxProgramExitCode = 128;

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), pid: z.number().int() }),
  z.object({ kind: z.literal('reply'), id: z.number().int(), value: z.unknown() }),
  z.object({ kind: z.literal('failure'), id: z.number().int(), message: z.string() }),
  z.object({ kind: z.literal('changes'), changes: changesSchema }),
  z.object({
    kind: z.literal('problem'),
    problem: z.object({ kind: z.enum(['blocked', 'console']), text: z.string() }),
  }),
]);

/** Starts the program. It exits with this process at the latest. */
export function startHost(start: HostStart): HostClient {
  const child = spawnProgram(start);
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const watchers = new Set<(changes: Changes) => void>();
  const problems: Problem[] = [];
  const ready = Promise.withResolvers<number>();
  const exit = Promise.withResolvers<number | null>();
  let output = '';
  let lastId = 0;
  let hasEnded = false;
  // Prevents an unhandled rejection when a test does not wait for `ready`.
  ready.promise.catch(() => undefined);

  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('message', (message) => {
    const controlMessage = messageSchema.parse(message);
    switch (controlMessage.kind) {
      case 'ready':
        return ready.resolve(controlMessage.pid);
      case 'problem':
        return problems.push(controlMessage.problem);
      case 'changes':
        for (const watcher of watchers) watcher(controlMessage.changes);
        return;
      case 'reply':
        pending.get(controlMessage.id)?.resolve(controlMessage.value);
        return pending.delete(controlMessage.id);
      case 'failure':
        pending.get(controlMessage.id)?.reject(new Error(controlMessage.message));
        return pending.delete(controlMessage.id);
    }
  });
  child.once('close', (code) => {
    hasEnded = true;
    const reason = new Error(`Paydesk has ended (${code ?? 'killed'})\n${output}`);
    ready.reject(reason);
    for (const { reject } of pending.values()) reject(reason);
    exit.resolve(code === null || code > maxProgramExitCode ? null : code);
  });

  function request(message: Record<string, unknown>): Promise<unknown> {
    lastId += 1;
    const id = lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (hasEnded) reject(new Error('Paydesk has ended'));
    else {
      pending.set(id, { resolve, reject });
      // When the channel has just closed, the `close` event rejects the request.
      child.send({ ...message, id }, () => undefined);
    }
    return promise;
  }

  return {
    child,
    ready: ready.promise,
    exitCode: exit.promise,
    problems,
    output: () => output,
    async evaluate<Argument, Result>(run: ElectronFunction<Argument, Result>, argument: Argument) {
      // The value is a copy of the result of `run`.
      return (await request({ kind: 'evaluate', source: run.toString(), argument })) as Result;
    },
    call: async (command, args) => answerSchema.parse(await request({ kind: 'call', command, args })),
    async follow(topic) {
      let latest: unknown;
      const wakeCallbacks = new Set<() => void>();
      watchers.add((changes) => {
        for (const change of changes) {
          if (change.topic !== topic) continue;
          latest = change.value;
          for (const notify of wakeCallbacks) notify();
        }
      });
      latest = parseSnapshot(await request({ kind: 'subscribe', topic }), topic).value;
      return {
        latestValue: () => latest,
        async waitFor(test) {
          while (!test(latest)) {
            await Promise.race([
              new Promise<void>((resolve) => wakeCallbacks.add(resolve)),
              exit.promise.then(() => Promise.reject(new Error('Paydesk has ended'))),
            ]);
            wakeCallbacks.clear();
          }
          return latest;
        },
      };
    },
    async records() {
      return (await request({ kind: 'records' })) as Records;
    },
    async scaleTo(scale) {
      await request({ kind: 'scale', scale });
    },
    async screenshot(file) {
      await request({ kind: 'screenshot', file });
    },
    async settle() {
      // After the program has exited, nothing more is reported.
      await request({ kind: 'settle' }).catch(() => undefined);
    },
    async endWindowsSession() {
      // The program is killed before it can answer.
      await request({ kind: 'endWindowsSession' }).catch(() => undefined);
      await exit.promise;
    },
    async kill() {
      if (!hasEnded) process.kill(await ready.promise, 'SIGKILL');
      await exit.promise;
    },
  };
}

function spawnProgram(start: HostStart): ChildProcess {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...inherited } = process.env;
  const environment: NodeJS.ProcessEnv = {
    ...inherited,
    // Electron's module would download its binary when a module loads it.
    ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent',
    NODE_COMPILE_CACHE: compiledCode,
    ...hostEnvironment(start.host),
    ...start.environment,
  };
  const command = [process.execPath, mainFile, ...start.args];
  const commandLine =
    start.keyringFolder === undefined ? command : withKeyring(start.keyringFolder, command, environment);
  const [program = process.execPath, ...args] = commandLine;
  return spawn(program, args, {
    cwd: root,
    env: environment,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Runs `command` on a separate message bus, with an unlocked keyring in `folder`. */
function withKeyring(folder: string, command: string[], environment: NodeJS.ProcessEnv): string[] {
  const dataFolder = `${folder}/data`;
  const runtimeFolder = `${folder}/run`;
  mkdirSync(dataFolder, { recursive: true });
  mkdirSync(runtimeFolder, { recursive: true, mode: 0o700 });
  Object.assign(environment, { XDG_DATA_HOME: dataFolder, XDG_RUNTIME_DIR: runtimeFolder });
  const unlockScript =
    'printf "test\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
  return ['dbus-run-session', '--', 'sh', '-c', unlockScript, 'sh', ...command];
}
