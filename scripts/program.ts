/** @file Opens the built Paydesk for scripts, with its data in `.paydesk`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../test/host/chromium.ts';
import type { CommandLine } from './tools.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folder of the data, separate from the data of an installed Paydesk. */
const home = join(root, '.paydesk');
const downloadTimeoutMs = 300_000;

export interface Program {
  readonly kind: 'electron' | 'host';
  readonly command: CommandLine;
  readonly environment: Readonly<Record<string, string>>;
}

/** Writes the profiles of a start in the practice company; returns the switches that name them and the data folder. */
function practiceSwitches(): readonly string[] {
  const profiles = join(home, 'profiles.json');
  mkdirSync(home, { recursive: true });
  writeFileSync(profiles, JSON.stringify({ version: 1, practiceCompany: 'opened' }));
  return [`--user-data-dir=${join(home, 'data')}`, `--profiles=${profiles}`];
}

/** Returns the path of Electron's executable, downloaded if necessary; `null` when it is not available. */
function findElectron(): string | null {
  const require = createRequire(import.meta.url);
  const { ELECTRON_OVERRIDE_DIST_PATH: _stub, ...environment } = process.env;
  const { status } = spawnSync(process.execPath, [require.resolve('electron/install.js')], {
    env: environment,
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: downloadTimeoutMs,
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

/**
 * Returns the command that opens Paydesk on the practice company: in Electron, or in a window of Chromium (the host)
 * when Electron is not available; `null` without a display. PAYDESK_HOST_WINDOW selects the host, and its value
 * `headless` needs no display.
 */
export function findProgram(): Program | null {
  const requestedWindow = process.env['PAYDESK_HOST_WINDOW'] ?? '';
  if (requestedWindow === '' && !hasDisplay()) return null;
  const electron = requestedWindow === '' ? findElectron() : null;
  const switches = practiceSwitches();
  if (electron !== null) return { kind: 'electron', command: [electron, '.', ...switches], environment: {} };
  if (findChromium() === null) return null;
  return {
    kind: 'host',
    command: [process.execPath, 'test/host/main.ts', ...switches],
    environment: {
      PAYDESK_HOST_WINDOW: requestedWindow === '' ? 'headed' : requestedWindow,
      PAYDESK_HOST_DIALOGS: 'ask',
    },
  };
}
