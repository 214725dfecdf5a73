/** @file The call of PowerShell, with a fake program that prints its arguments and environment. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readSecurityDescriptor } from '../../../src/main/platform/windows-access.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const callSchema = z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) });

const powershell = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';

/** Creates a folder with a shell script under the name of PowerShell; returns the folder. */
async function createFakePowerShell(script: string): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, powershell), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Reads the descriptor of a path and returns the arguments and environment that PowerShell got. */
async function captureCall(path: string, environment: Readonly<Record<string, string>> = {}) {
  const folder = await createFakePowerShell(
    `exec "$RUN_WITH" -e 'console.log("\\n" + JSON.stringify({args: process.argv.slice(1), env: process.env}) + "\\r\\n")' -- "$@"`,
  );
  const text = await readSecurityDescriptor(path, {
    SystemRoot: 'C:\\Windows',
    PATH: `${folder}:/usr/bin:/bin`,
    RUN_WITH: process.execPath,
    ...environment,
  });
  expect(text).toBe(text.trim());
  return callSchema.parse(JSON.parse(text));
}

describe.skipIf(process.platform === 'win32')('the security descriptor', () => {
  test('is read by PowerShell without profile and prompts, and its path is never part of the command', async () => {
    const path = 'C:\\a"; Remove-Item C:\\ -Recurse; [x]*$(calc)';
    const { args, env } = await captureCall(path);
    const command = '(Get-Acl -LiteralPath $env:PAYDESK_PATH).Sddl';
    expect(args).toEqual(['-NoProfile', '-NonInteractive', '-Command', command]);
    expect(env['PAYDESK_PATH']).toBe(path);
  });

  test('is read without the module path of another PowerShell', async () => {
    const { env } = await captureCall('C:\\', { PSModulePath: 'C:\\7', PSMODULEPATH: 'C:\\8', Kept: 'kept' });
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining([expect.stringMatching(/psmodulepath/i)]));
    expect(env['Kept']).toBe('kept');
  });

  test('is not returned when the program fails or prints too much', async () => {
    for (const script of ['echo O:BAG:SYD:; exit 1', 'head -c 300000 /dev/zero']) {
      const PATH = `${await createFakePowerShell(script)}:/usr/bin:/bin`;
      await expect(readSecurityDescriptor('C:\\', { SystemRoot: 'C:\\Windows', PATH })).rejects.toThrow();
    }
  });

  test.each(['', 'Windows', '\\Windows', '..\\C:\\Windows', '\\\\server\\share'])(
    'is not read when SystemRoot is "%s"',
    async (SystemRoot) => {
      const descriptor = readSecurityDescriptor('C:\\', { SystemRoot });
      await expect(descriptor).rejects.toThrow('The path of Windows is unknown');
    },
  );
});
