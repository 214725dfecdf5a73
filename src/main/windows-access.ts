/** @file Asks Windows who owns a file and who may do what with it. */
import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

/** Milliseconds for the answer of PowerShell, which may have to be loaded first. */
const deadlineMs = 20_000;

/**
 * The security descriptor of a file or folder in SDDL. Rejects when Windows does not give it. `environment` names where
 * Windows lies; a bare program name could be answered by a program of the same name elsewhere.
 */
export async function securityDescriptorOf(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const systemRoot = environment['SystemRoot'] ?? '';
  if (!/^[a-z]:[\\/]/i.test(systemRoot)) throw new Error('Windows does not say where it lies');
  const program = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const script = '(Get-Acl -LiteralPath $env:PAYDESK_PATH).Sddl';
  // Without the modules of another PowerShell, which the one of Windows cannot load.
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
