/**
 * @file Builds Paydesk and opens it on the practice company: in Electron; where its binary cannot be had, in a Chromium
 * window; where there is no display either, as the tour.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../test/host/chromium.ts';
import { buildBundles, runToEnd } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Data of the program when it is started from here; an installed Paydesk keeps its own elsewhere. */
const home = join(root, '.paydesk');
const profiles = join(home, 'profiles.json');
const switches = [`--user-data-dir=${join(home, 'data')}`, `--profiles=${profiles}`];
/** Milliseconds that the download of Electron's binary may take. */
const installTimeoutMs = 300_000;

/** Path of Electron's executable, or `null` when its binary is not there and cannot be had. */
function electronPath(): string | null {
  const require = createRequire(import.meta.url);
  const { ELECTRON_OVERRIDE_DIST_PATH: _stub, ...environment } = process.env;
  const { status } = spawnSync(process.execPath, [require.resolve('electron/install.js')], {
    env: environment,
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: installTimeoutMs,
  });
  if (status !== 0) return null;
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path: unknown = require('electron');
  return typeof path === 'string' ? path : null;
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

function statusOf(...command: Parameters<typeof runToEnd>): number {
  return runToEnd(...command).status ?? 1;
}

function open(): number {
  const electron = hasDisplay() ? electronPath() : null;
  if (electron !== null) return statusOf([electron, '.', ...switches]);
  if (hasDisplay() && findChromium() !== null) {
    console.log('Electron itself cannot be had here, so Paydesk opens in a Chromium window.');
    const environment = { PAYDESK_HOST_WINDOW: 'headed', PAYDESK_HOST_DIALOGS: 'ask' };
    return statusOf([process.execPath, 'test/host/main.ts', ...switches], environment);
  }
  console.log('There is no display here, so Paydesk shows its main job without a window.');
  return statusOf([process.execPath, 'scripts/tour.ts', '--built']);
}

mkdirSync(home, { recursive: true });
writeFileSync(profiles, JSON.stringify({ version: 1, practiceCompany: 'opened' }));
if (!buildBundles()) process.exit(1);
process.exitCode = open();
