/**
 * @file Makes a fresh clone ready and hands over to a script. Uses Node built-ins only, because it runs before anything
 * is installed, on whatever Node the machine has; the script itself runs on the Node that Electron has.
 *
 * Usage: node scripts/bootstrap.mjs <script> [arguments]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.paydesk-installed');
const oldestNode = 20;
const windows = process.platform === 'win32';
const node = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node');

/** Debian packages, each with something that shows whether it is there. */
const debianPackages = [
  ['chromium', '/usr/lib/chromium/chromium'],
  ['xvfb', '/usr/bin/Xvfb'],
  ['dbus', '/usr/bin/dbus-run-session'],
  ['gnome-keyring', '/usr/bin/gnome-keyring-daemon'],
  ['libsecret-1-0', '/usr/share/doc/libsecret-1-0'],
  ['tinyproxy', '/usr/bin/tinyproxy'],
  ['microsocks', '/usr/bin/microsocks'],
  // electron-builder makes the archives of updates with it; the name of its program differs between releases.
  ['7zip', '/usr/share/doc/7zip'],
  // They compile the recorder of the power-loss test.
  ['gcc', '/usr/bin/gcc'],
  ['libc6-dev', '/usr/include/dlfcn.h'],
  ['fonts-liberation', '/usr/share/doc/fonts-liberation'],
  ['fonts-noto-core', '/usr/share/doc/fonts-noto-core'],
  ['fonts-noto-cjk', '/usr/share/doc/fonts-noto-cjk'],
  ['fonts-noto-color-emoji', '/usr/share/doc/fonts-noto-color-emoji'],
];

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

/** Path of npm's script: of the npm that has started this, else of the one beside this Node; `null` when there is none. */
function npmEntry() {
  const beside = dirname(process.execPath);
  const found = [
    process.env.npm_execpath ?? '',
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path.endsWith('npm-cli.js') && existsSync(path));
  return found ?? null;
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return;
  say(`Paydesk needs Node.js ${oldestNode} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** True when the modules are those of another copy of the sources, which installing anew would take away from it. */
function modulesAreBorrowed() {
  return lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function installModules() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (modulesAreBorrowed()) {
    say(
      'node_modules is a link to those of another copy, so nothing is installed; they may not fit the lock file.',
    );
    return;
  }
  say('Installing what Paydesk is built from …');
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
  writeFileSync(stamp, lock);
}

/** Without a locale that says so, Chromium on Linux takes no file whose name has letters beyond ASCII. */
function locale() {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const said = [LC_ALL, LC_CTYPE, LANG].find((name) => name !== undefined && name !== '') ?? '';
  return process.platform !== 'linux' || /utf-?8/i.test(said) ? {} : { LC_ALL: 'C.UTF-8' };
}

function installSystemPackages() {
  if (process.platform !== 'linux') return;
  const missing = debianPackages.filter(([, path]) => !existsSync(path)).map(([name]) => name);
  if (missing.length === 0) return;
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing];
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    say(`Some tests need programs that are missing here. On Debian or Ubuntu: sudo ${command.join(' ')}`);
    return;
  }
  say(`Installing ${missing.join(', ')} …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
  const install = () => run('apt-get', [...quiet, ...command.slice(1)], environment);
  // The list of packages may be too old to be of use, or not there at all.
  if (!install()) {
    run('apt-get', [...quiet, 'update'], environment);
    if (!install()) say('They could not be installed; what needs them will be skipped with a reason.');
  }
}

checkNode();
installModules();
installSystemPackages();
const [script, ...rest] = process.argv.slice(2);
if (script !== undefined) {
  const separator = windows ? ';' : ':';
  const npm = npmEntry();
  const { status, signal } = spawnSync(node, [join(root, script), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...locale(),
      ...(npm === null ? {} : { npm_execpath: npm }),
      PATH: [join(modules, '.bin'), join(modules, 'node', 'bin'), process.env.PATH].join(separator),

      // Electron's module would try to download its binary as soon as something loads it.
      ...(process.env.PAYDESK_E2E_ELECTRON === '1' ? {} : { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' }),
    },
  });
  process.exit(signal === null ? (status ?? 1) : 1);
}
