/** @file Downloads Electron's own binary for this machine. Usage: node scripts/electron.ts */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import process from 'node:process';

const require = createRequire(import.meta.url);
const { ELECTRON_OVERRIDE_DIST_PATH: _stub, ...env } = process.env;
const { status } = spawnSync(process.execPath, [require.resolve('electron/install.js')], {
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
