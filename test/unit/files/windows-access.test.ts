/** @file How Windows is asked: a program that stands in for PowerShell says what it was given. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { securityDescriptorOf } from '../../../src/main/windows-access.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const seenSchema = z.object({
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
});

const powershell = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';

/** A folder with a program under the name that PowerShell has on Windows; `script` is for `sh`. */
async function folderWith(script: string): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, powershell), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** What the program is given when it is asked about a path. */
async function asked(path: string, environment: Readonly<Record<string, string>> = {}) {
  const folder = await folderWith(
    `exec "$RUN_WITH" -e 'console.log("\\n" + JSON.stringify({args: process.argv.slice(1), env: process.env}) + "\\r\\n")' -- "$@"`,
  );
  const text = await securityDescriptorOf(path, {
    SystemRoot: 'C:\\Windows',
    PATH: `${folder}:/usr/bin:/bin`,
    RUN_WITH: process.execPath,
    ...environment,
  });
  expect(text).toBe(text.trim());
  return seenSchema.parse(JSON.parse(text));
}

describe.skipIf(process.platform === 'win32')('the security descriptor', () => {
  test('is asked of the PowerShell of Windows, without profile and without questions', async () => {
    const { args } = await asked('C:\\ProgramData\\Paydesk');
    expect(args).toEqual([
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '(Get-Acl -LiteralPath $env:PAYDESK_PATH).Sddl',
    ]);
  });

  test('is asked for a path that cannot become a command, whatever is in it', async () => {
    const path = 'C:\\a"; Remove-Item C:\\ -Recurse; [x]*$(calc)';
    const { args, env } = await asked(path);
    expect(env['PAYDESK_PATH']).toBe(path);
    expect(args.join(' ')).not.toContain('calc');
  });

  test('is asked without the modules of another PowerShell', async () => {
    const { env } = await asked('C:\\', { PSModulePath: 'C:\\7', PSMODULEPATH: 'C:\\8', Kept: 'kept' });
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining([expect.stringMatching(/psmodulepath/i)]));
    expect(env['Kept']).toBe('kept');
  });

  test('is not given when the program fails or says too much', async () => {
    for (const script of ['echo O:BAG:SYD:; exit 1', 'head -c 300000 /dev/zero']) {
      const PATH = `${await folderWith(script)}:/usr/bin:/bin`;
      await expect(securityDescriptorOf('C:\\', { SystemRoot: 'C:\\Windows', PATH })).rejects.toThrow();
    }
  });

  test.each(['', 'Windows', '\\Windows', '..\\C:\\Windows', '\\\\server\\share'])(
    'is not asked of a program elsewhere: SystemRoot is %s',
    async (SystemRoot) => {
      const answered = securityDescriptorOf('C:\\', { SystemRoot });
      await expect(answered).rejects.toThrow('Windows does not say where it lies');
    },
  );
});
