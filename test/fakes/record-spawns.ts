/**
 * @file Records every process that a script would start on Windows, and replaces the process by one that exits with
 * code 1. Preloaded into the script with `node --import`.
 */
import childProcess, { type SpawnOptions } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';

const file = process.env['PAYDESK_RECORDED_SPAWNS'] ?? '';
const { spawn, spawnSync } = childProcess;

function record(program: string, args: readonly string[], options: SpawnOptions): void {
  appendFileSync(file, `${JSON.stringify({ program, args, shell: options.shell ?? false })}\n`);
}

function replacement(options: SpawnOptions): [string, string[], SpawnOptions] {
  const { NODE_OPTIONS: _own, ...env } = options.env ?? process.env;
  return [process.execPath, ['--eval', 'process.exitCode = 1'], { ...options, env, shell: false }];
}

Object.defineProperty(process, 'platform', { value: 'win32' });
Object.assign(childProcess, {
  spawn(program: string, args: readonly string[] = [], options: SpawnOptions = {}) {
    record(program, args, options);
    return spawn(...replacement(options));
  },
  spawnSync(program: string, args: readonly string[] = [], options: SpawnOptions = {}) {
    record(program, args, options);
    return spawnSync(...replacement(options));
  },
});
syncBuiltinESMExports();
