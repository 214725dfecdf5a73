/** @file Finds a Chromium (or a browser built on it) on this machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The switch with which Chromium resolves no host name: a page can load only the custom schemes. */
export const offline = '--host-resolver-rules=MAP * ~NOTFOUND';

/** Returns the path of the browser, or `null`. When `PAYDESK_CHROMIUM` is set, no other path is tried. */
export function findChromium(): string | null {
  const configuredPath = process.env['PAYDESK_CHROMIUM'] ?? '';
  const paths = configuredPath === '' ? candidatePaths() : [configuredPath];
  return paths.find((path) => existsSync(path)) ?? null;
}

function candidatePaths(): string[] {
  if (process.platform === 'win32') {
    const roots = ['LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap(
      (name) => process.env[name] ?? [],
    );
    const programs = [
      join('Chromium', 'Application', 'chrome.exe'),
      join('Google', 'Chrome', 'Application', 'chrome.exe'),
      join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
    return programs.flatMap((program) => roots.map((root) => join(root, program)));
  }
  if (process.platform === 'darwin') {
    const programs = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    const roots = ['/Applications', join(process.env['HOME'] ?? '', 'Applications')];
    return programs.flatMap((name) =>
      roots.map((root) => join(root, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  // Debian's wrapper script `/usr/bin/chromium` adds switches, so the executable comes first.
  return [
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/usr/lib/chromium-browser/chromium-browser',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ];
}
