/**
 * @file Chooses the Node that runs the scripts. Uses Node built-ins only, because `scripts/bootstrap.mjs` imports it before
 * packages are installed.
 */
import { join } from 'node:path';

/** Electron's major version of Node, and its first minor version that has all that scripts and tests use. */
export const suitableNode = { major: 24, minor: 18 };

/**
 * Returns the path of Node for the scripts: the machine's own when it is a suitable version of Electron's major one,
 * otherwise that of the package for this system, otherwise the machine's own when it is newer; `null` when there is
 * none. The registry has no package for every system.
 * @param {{ version: string, execPath: string, platform: string, arch: string, modules: string }} machine
 * @param {(path: string) => boolean} exists
 */
export function findNode({ version, execPath, platform, arch, modules }, exists) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === suitableNode.major && minor >= suitableNode.minor) return execPath;
  const isWindows = platform === 'win32';
  const packageName = `node-${isWindows ? 'win' : platform}-${arch}`;
  const packaged = join(modules, packageName, 'bin', isWindows ? 'node.exe' : 'node');
  if (exists(packaged)) return packaged;
  return major > suitableNode.major ? execPath : null;
}
