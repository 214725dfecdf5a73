/**
 * @file The packages of Debian and Ubuntu that tests use, for `scripts/bootstrap.mjs` and the workflows. Uses Node
 * built-ins only.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {{ name: string, reason: string, programs?: readonly string[], files?: readonly string[], isLong?: true }} SystemPackage */

/**
 * A package counts as installed when one of its programs is on the path, or one of its files exists.
 * @type {readonly SystemPackage[]}
 */
export const systemPackages = [
  {
    name: 'chromium',
    reason: 'the window of the end-to-end tests and of npm start without Electron',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'],
    files: ['/usr/lib/chromium/chromium'],
  },
  { name: 'xvfb', reason: 'a display for tests of windows', programs: ['Xvfb'] },
  { name: 'dbus', reason: 'the message bus of the keychain', programs: ['dbus-run-session'] },
  { name: 'gnome-keyring', reason: 'a real keychain in tests', programs: ['gnome-keyring-daemon'] },
  {
    name: 'libsecret-1-0',
    reason: 'the client library of the keychain',
    files: ['/usr/share/doc/libsecret-1-0'],
  },
  { name: 'tinyproxy', reason: 'an HTTP proxy in tests', programs: ['tinyproxy'] },
  { name: 'microsocks', reason: 'a SOCKS proxy in tests', programs: ['microsocks'] },
  // Only long tests use these: `npm start` and `npm test` do not install a proxy and a KDC.
  ...[
    { name: 'squid', reason: 'a proxy with Kerberos in tests', files: ['/usr/sbin/squid'] },
    { name: 'krb5-admin-server', reason: 'a KDC in tests', files: ['/usr/sbin/kadmin.local'] },
    { name: 'krb5-user', reason: 'tickets of the KDC', programs: ['kinit'] },
    { name: 'libkrb5-dev', reason: 'headers for the native module', files: ['/usr/include/gssapi/gssapi.h'] },
    { name: 'g++', reason: 'the native module for Kerberos in tests', programs: ['g++'] },
  ].map((own) => /** @type {const} */ ({ ...own, isLong: true })),
  // The name of its program differs between releases.
  { name: '7zip', reason: 'archives of updates', files: ['/usr/share/doc/7zip'] },
  { name: 'gcc', reason: 'the recorder of the power-loss test', programs: ['gcc'] },
  {
    name: 'libc6-dev',
    reason: 'headers for the recorder of the power-loss test',
    files: ['/usr/include/dlfcn.h'],
  },
  {
    name: 'fonts-liberation',
    reason: 'Latin script in screenshots and PDFs',
    files: ['/usr/share/doc/fonts-liberation'],
  },
  {
    name: 'fonts-noto-core',
    reason: 'further scripts in screenshots',
    files: ['/usr/share/doc/fonts-noto-core'],
  },
  {
    name: 'fonts-noto-cjk',
    reason: 'Chinese, Japanese and Korean in screenshots',
    files: ['/usr/share/doc/fonts-noto-cjk'],
  },
  {
    name: 'fonts-noto-color-emoji',
    reason: 'emoji in screenshots',
    files: ['/usr/share/doc/fonts-noto-color-emoji'],
  },
];

/**
 * Returns the path of a program in a folder of the search path; `null` when no folder contains it.
 * @param {string} name
 * @param {string} searchPath
 */
export function findProgram(name, searchPath) {
  const paths = searchPath.split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Returns the packages that are missing on this machine.
 * @param {string} searchPath
 * @param {boolean} withLong
 */
export function missingPackages(searchPath, withLong) {
  return systemPackages.filter(
    ({ programs = [], files = [], isLong }) =>
      (withLong || isLong === undefined) &&
      !programs.some((name) => findProgram(name, searchPath) !== null) &&
      !files.some((file) => existsSync(file)),
  );
}
