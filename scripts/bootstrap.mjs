/**
 * @file Installs and generates what a fresh clone lacks and runs a script. Uses Node built-ins only, because it runs before packages
 * are installed, with the Node version of the machine. The script itself runs with Electron's major version of Node.
 *
 * Usage: node scripts/bootstrap.mjs <script> [arguments]
 *        node scripts/bootstrap.mjs --system-packages   (installs the packages of the system and nothing else)
 *
 * With PAYDESK_NO_INSTALL=1 it only lists missing packages; its exit code is 3 when a package is missing, otherwise 0.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findNode, suitableNode } from './find-node.mjs';
import { findProgram, missingPackages } from './system-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.paydesk-installed');
const oldestNode = 20;
const searchPath = process.env.PATH ?? '';
const [script, ...rest] = process.argv.slice(2);
const hasLongTests = script === '--system-packages' || rest.includes('--long');
const windows = process.platform === 'win32';

/** Exit code of `PAYDESK_NO_INSTALL=1` when something is missing. */
const missingExitCode = 3;

function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args, environment = process.env) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment });
  if (error !== undefined) say(error.message);
  return status === 0;
}

/**
 * Returns the path of npm's script: of the npm that started this process, otherwise of the npm that is installed with
 * this Node; `null` without npm.
 */
function npmEntry() {
  const nodeFolder = dirname(process.execPath);
  const entry = [
    process.env.npm_execpath ?? '',
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  return entry ?? null;
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return;
  say(`Paydesk needs Node.js ${oldestNode} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** True when node_modules is a link to the modules of another clone, which an installation would replace. */
function modulesAreBorrowed() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function modulesAreCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest();
}

function installModules() {
  if (modulesAreCurrent()) return;
  if (modulesAreBorrowed()) {
    say(
      'node_modules is a link to those of another copy, so nothing is installed; they may not fit the lock file.',
    );
    return;
  }
  say('Installing the packages of package-lock.json into node_modules …');
  const entry = npmEntry();
  if (entry === null) {
    say('npm was not found. Run "npm ci --strict-allow-scripts" first.');
    process.exit(1);
  }
  const args = ['ci', '--strict-allow-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync(process.execPath, [entry, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
  writeFileSync(stamp, lockDigest());
}

/** Returns the path of the Node that runs the scripts. */
function requireNode() {
  const { execPath, platform, arch, versions } = process;
  const node = findNode({ version: versions.node, execPath, platform, arch, modules }, existsSync);
  if (node !== null) return node;
  say(
    `Paydesk's scripts need another Node.js than ${versions.node}, and no package of Node for ${platform} on ${arch} was installed.`,
  );
  say(`Install Node.js ${suitableNode.major}.${suitableNode.minor} or newer (nodejs.org).`);
  process.exit(1);
}

/** Returns the environment in which Chromium on Linux accepts file names with letters beyond ASCII: a UTF-8 locale. */
function localeEnvironment() {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const localeName = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '') ?? '';
  return process.platform !== 'linux' || /utf-?8/i.test(localeName) ? {} : { LC_ALL: 'C.UTF-8' };
}

/** @param {readonly import('./system-packages.mjs').SystemPackage[]} packages */
function describePackages(packages) {
  const width = Math.max(...packages.map(({ name }) => name.length));
  return packages.map(({ name, reason }) => `  ${name.padEnd(width)}  ${reason}`).join('\n');
}

function installSystemPackages() {
  const missing = process.platform === 'linux' ? missingPackages(searchPath, hasLongTests) : [];
  if (missing.length === 0) return;
  const args = ['install', '-y', '--no-install-recommends', ...missing.map(({ name }) => name)];
  if (findProgram('apt-get', searchPath) === null || process.getuid?.() !== 0) {
    say(`Tests that need these packages are skipped or fail:\n${describePackages(missing)}`);
    say(`On Debian or Ubuntu: sudo apt-get ${args.join(' ')}`);
    return;
  }
  say(`Installing as root, with apt-get, what tests need:\n${describePackages(missing)}`);
  say('See "Set up" in CONTRIBUTING.md. PAYDESK_NO_INSTALL=1 installs nothing and lists what is missing.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
  const install = () => run('apt-get', [...quiet, ...args], environment);
  // The installation fails when the list of packages is missing or too old.
  if (!install()) {
    run('apt-get', [...quiet, 'update'], environment);
    if (!install()) say('The packages could not be installed. Tests that need them are skipped or fail.');
  }
}

/** Lists missing modules and packages, and ends the process. */
function listMissing() {
  const modules =
    modulesAreCurrent() || modulesAreBorrowed() ? [] : ['node_modules  npm ci --strict-allow-scripts'];
  const packages = process.platform === 'linux' ? missingPackages(searchPath, hasLongTests) : [];
  if (modules.length > 0) say(`Missing from this folder:\n  ${modules.join('\n  ')}`);
  if (packages.length > 0) {
    say(`Missing packages of Debian or Ubuntu, which tests need:\n${describePackages(packages)}`);
  }
  if (modules.length + packages.length > 0) process.exit(missingExitCode);
  say('Nothing is missing.');
  process.exit(0);
}

checkNode();
if (process.env.PAYDESK_NO_INSTALL === '1') listMissing();
if (script !== '--system-packages') installModules();
if (!rest.includes('--help')) installSystemPackages();
if (script !== undefined && script !== '--system-packages') {
  const node = requireNode();
  if (!run(node, [join(root, 'scripts/generate.ts')])) process.exit(1);
  const separator = windows ? ';' : ':';
  const npm = npmEntry();
  const { status, signal } = spawnSync(node, [join(root, script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...localeEnvironment(),
      ...(npm === null ? {} : { npm_execpath: npm }),
      PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(separator),
      // Electron's module would try to download its binary when a script loads the module.
      ...(process.env.PAYDESK_E2E_ELECTRON === '1' ? {} : { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' }),
    },
  });
  process.exit(signal === null ? (status ?? 1) : 1);
}
