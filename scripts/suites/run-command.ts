/** @file Runs a command, shows its output as it arrives, and keeps the end of the output. */
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { CommandLine } from '../tools.ts';

/** Maximum number of characters of output that are kept. */
const maxTailLength = 16_384;
/** Maximum wait for remaining output after the exit. A grandchild process may keep the pipe open for longer. */
const outputGraceMs = 2_000;

export interface CommandResult {
  readonly isGood: boolean;
  /** The exit code or the signal as text, such as `exit code 1`. */
  readonly reason: string;
  /** The end of the output, both streams in order of arrival. Empty when a terminal shows the output. */
  readonly tail: string;
}

/** Runs a command to its end. Never rejects: a command that cannot be started has failed. */
export function runCommand(
  [program, ...args]: CommandLine,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A terminal is handed on: reporters then use colours and update lines in place.
    const child: ChildProcess = spawn(program, args, {
      stdio: process.stdout.isTTY ? 'inherit' : ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let tail = '';
    const copy = (source: ChildProcess['stdout'], target: NodeJS.WriteStream) => {
      source?.setEncoding('utf8').on('data', (text: string) => {
        target.write(text);
        tail = (tail + text).slice(-maxTailLength);
      });
    };
    copy(child.stdout, process.stdout);
    copy(child.stderr, process.stderr);
    child.on('error', (error) => resolve({ isGood: false, reason: error.message, tail }));
    child.on('exit', (code, signal) => {
      const finish = () =>
        resolve({
          isGood: code === 0,
          reason: signal === null ? `exit code ${code}` : `signal ${signal}`,
          tail,
        });
      const timer = setTimeout(finish, outputGraceMs);
      child.on('close', () => {
        clearTimeout(timer);
        finish();
      });
    });
  });
}
