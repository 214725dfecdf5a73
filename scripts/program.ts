/** @file Opens the built Paydesk for scripts, with its data in `.paydesk`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

/** Returns the path of Electron's executable, downloaded if necessary, or why it could not be downloaded. */
function findElectron(): { readonly path: string } | { readonly failure: string } {
  const require = createRequire(import.meta.url);
  const { ELECTRON_OVERRIDE_DIST_PATH: _stub, ...environment } = process.env;
  const { status, stderr, error } = spawnSync(process.execPath, [require.resolve('electron/install.js')], {
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    timeout: downloadTimeoutMs,
  });
  if (status !== 0) {
    const [reason = ''] = stderr.split('\n').filter((line) => line.trim() !== '');
    return { failure: error?.message ?? reason };
  }
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path: unknown = require('electron');
  return typeof path === 'string' ? { path } : { failure: 'its module names no program' };
}

/** What decides on Linux whether Chromium can start its sandbox. */
interface SandboxFacts {
  /** Content of `kernel.apparmor_restrict_unprivileged_userns`; empty without this setting. */
  readonly restriction: string;
  /** Owner and mode of Electron's `chrome-sandbox`; `null` without the file. */
  readonly helper: { readonly uid: number; readonly mode: number } | null;
}

/** True when Electron can start its sandbox: by user namespaces, or by its helper, which root must own. */
export function canSandbox({ restriction, helper }: SandboxFacts): boolean {
  const hasHelper = helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === 0o4755;
  return hasHelper || restriction.trim() !== '1';
}

function readSandboxFacts(helperPath: string): SandboxFacts {
  const setting = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  const helper = statSync(helperPath, { throwIfNoEntry: false });
  return {
    restriction: existsSync(setting) ? readFileSync(setting, 'utf8') : '',
    helper: helper === undefined ? null : { uid: helper.uid, mode: helper.mode },
  };
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

/** Returns the command that opens Paydesk in Electron, or the sentences that say why Electron cannot be used. */
function openInElectron(switches: readonly string[]): CommandLine | { readonly reasons: readonly string[] } {
  if (process.getuid?.() === 0)
    return { reasons: ['Electron does not start as root. Start Paydesk as an ordinary user.'] };
  const electron = findElectron();
  if ('failure' in electron) return { reasons: [`Electron could not be downloaded: ${electron.failure}`] };
  const helper = join(dirname(electron.path), 'chrome-sandbox');
  if (process.platform !== 'linux' || canSandbox(readSandboxFacts(helper)))
    return [electron.path, '.', ...switches];
  return {
    reasons: [
      'This system allows no user namespaces, so Electron cannot start its sandbox. To allow its own helper:',
      `  sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`,
    ],
  };
}

/**
 * Returns the command that opens Paydesk on the practice company: in Electron, or in a window of Chromium (the host)
 * when Electron cannot be used; `null` without a display, or without any browser. Says why it is not Electron.
 * PAYDESK_HOST_WINDOW selects the host, and its value `headless` needs no display.
 */
export function findProgram(say: (sentence: string) => void): Program | null {
  const requestedWindow = process.env['PAYDESK_HOST_WINDOW'] ?? '';
  if (requestedWindow === '' && !hasDisplay()) {
    say('There is no display here.');
    return null;
  }
  const switches = practiceSwitches();
  if (requestedWindow === '') {
    const opening = openInElectron(switches);
    if (!('reasons' in opening)) return { kind: 'electron', command: opening, environment: {} };
    for (const reason of opening.reasons) say(reason);
  }
  if (findChromium() === null) {
    say(
      'There is no Chromium, Chrome or Edge here, in which Paydesk could open instead. Install one of them.',
    );
    return null;
  }
  return {
    kind: 'host',
    command: [process.execPath, 'test/host/main.ts', ...switches],
    environment: {
      PAYDESK_HOST_WINDOW: requestedWindow === '' ? 'headed' : requestedWindow,
      PAYDESK_HOST_DIALOGS: 'ask',
    },
  };
}
