/**
 * @file Checks the result of `npm run package` on this machine: reads its fuses, starts it and, with --signed, verifies
 * the signature of every file with the system.
 *
 * Usage: node scripts/check-package.ts [--signed]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { getCurrentFuseWire } from '@electron/fuses';
import { startCheckFile, startCheckSchema } from '../src/main/platform/electron/start-check.ts';
import { runPowerShell } from '../src/main/platform/system-programs.ts';
import { programOf } from './pack/after-pack.ts';
import { fuseNames, fuses } from './pack/fuses.ts';

const packages = fileURLToPath(new URL('../dist/packages', import.meta.url));
/** Time for the packaged program to complete its start check and quit, in milliseconds. */
const deadlineMs = 120_000;

/** Returns the packed folder for this machine. */
function findPackedFolder(): string {
  const suffix = arch() === 'arm64' ? '-arm64' : '';
  const names: Readonly<Record<string, string[]>> = {
    win32: [`win${suffix}-unpacked`],
    darwin: ['mac-universal', `mac${suffix}`],
    linux: [`linux${suffix}-unpacked`],
  };
  const packedFolder = (names[process.platform] ?? []).find((name) => existsSync(join(packages, name)));
  if (packedFolder === undefined) throw new Error(`Nothing was packed for ${process.platform} here`);
  return join(packages, packedFolder);
}

async function checkFuses(program: string): Promise<void> {
  const wire = await getCurrentFuseWire(program);
  const fuseStates = new Map(Object.entries(wire).map(([index, state]) => [index, Number(state)]));
  for (const [index, isEnabled] of Object.entries(fuses)) {
    if (!/^\d+$/.test(index)) continue;
    const state = fuseStates.get(index);
    if (state !== (isEnabled ? 0x31 : 0x30)) throw new Error(`The fuse ${fuseNames[Number(index)]} is wrong`);
  }
  console.log('All fuses have the required state.');
}

function executableOf(program: string): string {
  return process.platform === 'darwin' ? join(program, 'Contents', 'MacOS', 'Paydesk') : program;
}

/**
 * Starts the program on an empty folder with `--check-start`: it quits when its page has subscribed to main and loaded
 * a file of the PDF viewer from the archive.
 */
async function checkStart(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-start-'));
  const child = spawn(executableOf(program), [`--user-data-dir=${folder}`, '--check-start'], {
    stdio: 'inherit',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const exitDescription = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  clearTimeout(timer);
  if (exitDescription !== 'exit code 0')
    throw new Error(`The packaged program did not start and quit: ${exitDescription}`);
  const report: unknown = JSON.parse(await readFile(join(folder, startCheckFile), 'utf8'));
  const { topics, part } = startCheckSchema.parse(report);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  console.log(`The page follows ${topics.length} topics and got ${part.bytes} bytes of the PDF viewer.`);
}

/** Fails unless the system trusts the file. */
async function checkSignature(file: string): Promise<void> {
  if (process.platform === 'win32') {
    const escapedFile = file.replaceAll("'", "''");
    const script = `(Get-AuthenticodeSignature -LiteralPath '${escapedFile}').Status -eq 'Valid'`;
    if ((await runPowerShell(script, process.env, deadlineMs)) !== true)
      throw new Error(`Not signed: ${file}`);
    return;
  }
  const commands: readonly (readonly [string, ...string[]])[] = file.endsWith('.app')
    ? [
        ['codesign', '--verify', '--deep', '--strict', file],
        ['spctl', '--assess', '--type', 'execute', file],
        ['xcrun', 'stapler', 'validate', file],
      ]
    : [];
  for (const [command, ...args] of commands) {
    if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) throw new Error(`Not signed: ${file}`);
  }
}

const program = programOf(findPackedFolder(), process.platform, 'Paydesk', 'paydesk');
await checkFuses(program);
await checkStart(program);
if (process.argv.includes('--signed')) {
  await checkSignature(program);
  for (const name of await readdir(packages)) {
    if (/\.(exe|msi)$/.test(name)) await checkSignature(join(packages, name));
  }
  console.log('Everything is signed.');
}
