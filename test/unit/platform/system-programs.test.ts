/** @file The call of PowerShell, with a fake program that prints its arguments and environment as PowerShell prints JSON. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { runPowerShell } from '../../../src/main/platform/system-programs.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const callSchema = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) });
const printCall = `const text = JSON.stringify({ args: process.argv.slice(1), env: process.env });
console.log(Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).join(","));`;

/** Runs a script where a shell script has the name of PowerShell. */
async function runFake(fake: string, environment: Readonly<Record<string, string>> = {}) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const program = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';
  await writeFile(join(path, program), `#!/bin/sh\n${fake}\n`, { mode: 0o755 });
  const PATH = `${path}:/usr/bin:/bin`;
  return runPowerShell('Get-Date', { SystemRoot: 'C:\\Windows', PATH, ...environment }, 20_000);
}

describe.skipIf(process.platform === 'win32')('a script of PowerShell', () => {
  test('runs without profile, prompts and the module path of another PowerShell, and stops at errors', async () => {
    const fake = `exec "$RUN_WITH" -e '${printCall}' -- "$@"`;
    const paths = { PSModulePath: 'C:\\7', PSMODULEPATH: 'C:\\8' };
    const { args, env } = callSchema.parse(
      await runFake(fake, { RUN_WITH: process.execPath, ...paths, KEPT: 'Müller €💶' }),
    );
    expect(args.slice(0, -1)).toEqual([
      '-NoProfile',
      '-NonInteractive',
      '-ExecutionPolicy',
      'Bypass',
      '-Command',
    ]);
    expect(args.at(-1)).toMatch(/^\$ErrorActionPreference = 'Stop'\n\$result = & \{\nGet-Date\n\}\n/);
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining([expect.stringMatching(/psmodulepath/i)]));
    expect(env['KEPT']).toBe('Müller €💶');
  });

  test.each(['echo 49; exit 1', 'echo', 'echo {}', 'head -c 5000000 /dev/zero'])(
    'has no result after %s',
    async (fake) => {
      expect(await runFake('echo 49')).toBe(1);
      await expect(runFake(fake)).rejects.toThrow();
    },
  );

  test.each(['', 'Windows', '\\Windows', '..\\C:\\Windows', '\\\\server\\share'])(
    'is not run when SystemRoot is "%s"',
    async (SystemRoot) => {
      await expect(runFake('echo 49', { SystemRoot })).rejects.toThrow('The path of Windows is unknown');
    },
  );
});
