/**
 * @file Command lines of the tools that the scripts run. The script in the `bin` field of a tool's package is run by the
 * current Node executable, because on Windows npm puts a batch file on the path, which needs a shell.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Package of each tool. */
const packages = {
  biome: '@biomejs/biome',
  'electron-vite': 'electron-vite',
  oxlint: 'oxlint',
  playwright: '@playwright/test',
  stryker: '@stryker-mutator/core',
  vite: 'vite',
  vitest: 'vitest',
} as const;

export type Tool = keyof typeof packages;

/** A program by its full path, and its arguments. */
export type CommandLine = readonly [program: string, ...args: string[]];

const manifestSchema = z.object({ bin: z.record(z.string(), z.string()) });

/** Returns the command line of a tool with arguments. Throws when the tool's package has no such command. */
export function commandOf(tool: Tool, ...args: readonly string[]): CommandLine {
  const folder = join(root, 'node_modules', packages[tool]);
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const entry = bin[tool];
  if (entry === undefined) throw new Error(`${packages[tool]} has no command ${tool}`);
  return [process.execPath, join(folder, entry), ...args];
}

/** Returns the command line of npm with arguments. Throws unless npm or scripts/bootstrap.mjs started this process. */
export function npmCommand(...args: readonly string[]): CommandLine {
  const entry = process.env['npm_execpath'] ?? '';
  if (entry === '') throw new Error('npm was not found; start this with "npm run"');
  return [process.execPath, entry, ...args];
}

/** Runs a command in the project's folder; it inherits the input and output of this process. */
export function runToEnd(
  [program, ...args]: CommandLine,
  environment: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<Buffer> {
  return spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
}

/** Arguments of the commands that build the program, and the host in which tests run it. */
export const builds = {
  program: ['electron-vite', 'build', '--logLevel', 'warn'],
  host: ['vite', 'build', '--config', 'vite.host.config.ts', '--logLevel', 'warn'],
} as const satisfies Record<string, readonly [Tool, ...string[]]>;

/** Builds bundles; returns true when all builds succeeded. */
export function buildBundles(...names: readonly (keyof typeof builds)[]): boolean {
  return names.every((name) => {
    const [tool, ...args] = builds[name];
    return runToEnd(commandOf(tool, ...args)).status === 0;
  });
}
