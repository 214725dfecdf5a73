/** @file Runs a command whose output is shown as it comes and whose end is kept. */
import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { CommandLine } from '../tools.ts';

/** Characters of output that are kept. */
const maxTailLength = 16_384;
/** Milliseconds after the exit in which the rest of the output is awaited; a grandchild may hold the pipe for longer. */
const outputGraceMs = 2_000;

/** How a command ended. */
export interface Ending {
  readonly isGood: boolean;
  /** The exit code or the signal, in words. */
  readonly how: string;
  /** The last of what the command printed on both of its streams, in order of arrival. */
  readonly tail: string;
}

/** Runs a command to its end. Never rejects: a command that cannot be started has ended badly. */
export function runCommand(
  [program, ...args]: CommandLine,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  return new Promise((resolve) => {
    let tail = '';
    const child = spawn(program, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    const show = (from: Readable, to: NodeJS.WriteStream) => {
      from.setEncoding('utf8');
      from.on('data', (text: string) => {
        to.write(text);
        tail = (tail + text).slice(-maxTailLength);
      });
    };
    show(child.stdout, process.stdout);
    show(child.stderr, process.stderr);
    child.on('error', (error) => resolve({ isGood: false, how: error.message, tail }));
    child.on('exit', (code, signal) => {
      const end = () =>
        resolve({
          isGood: code === 0,
          how: signal === null ? `exit code ${code}` : `signal ${signal}`,
          tail,
        });
      const timer = setTimeout(end, outputGraceMs);
      child.on('close', () => {
        clearTimeout(timer);
        end();
      });
    });
  });
}
