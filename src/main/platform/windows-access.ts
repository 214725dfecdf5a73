/** @file Reads the owner and permissions of files on Windows. */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

/** Long enough for the first start of PowerShell. */
const deadlineMs = 20_000;

/**
 * Reads the security descriptor of a file or folder in SDDL. Rejects when it cannot be read. `environment` gives the path
 * of Windows, because a bare program name could start another program of the same name.
 */
export async function readSecurityDescriptor(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const systemRoot = environment['SystemRoot'] ?? '';
  if (!/^[a-z]:[\\/]/i.test(systemRoot)) throw new Error('The path of Windows is unknown');
  const program = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const script = '(Get-Acl -LiteralPath $env:PAYDESK_PATH).Sddl';
  // Windows PowerShell cannot load the modules of another PowerShell version.
  const variables = Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH');
  const { stdout } = await promisify(execFile)(
    program,
    ['-NoProfile', '-NonInteractive', '-Command', script],
    {
      timeout: deadlineMs,
      windowsHide: true,
      maxBuffer: 200_000,
      env: { ...Object.fromEntries(variables), PAYDESK_PATH: path },
    },
  );
  return stdout.trim();
}
