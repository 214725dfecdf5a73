/** @file Stages the program as it is shipped: built files, native module, licences. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Distribution } from '../../src/main/platform/distribution.ts';
import { packageFileSchema } from './package-file.ts';
import { billOfMaterials, licenses, readShipped } from './shipped.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

/** Files of native packages that are needed at run time; their binaries are added when the target is known. */
const nativeFiles = {
  keytar: ['LICENSE.md', 'lib/keytar.js'],
  kerberos: ['LICENSE', 'lib/index.js', 'lib/util.js'],
};

/** True for the chunks of the messages in the pseudo-locale. */
export function isPseudoLocale(path: string): boolean {
  return basename(path).startsWith('en-XA-');
}

/** Writes the program to `folder`, which is emptied first. The bundles must have been built into `out`. */
export async function stage(folder: string, distribution: Distribution): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'out'), join(folder, 'out'), {
    recursive: true,
    // The pseudo-locale is for development and tests.
    filter: (path) => !isPseudoLocale(path),
  });
  const shipped = packageFileSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const { name, version } = shipped;
  const write = (file: string, value: unknown) =>
    writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  await write('package.json', shipped);
  await write('out/main/distribution.json', distribution);
  const packages = await readShipped();
  await write('sbom.json', billOfMaterials({ name, version }, packages));
  await writeFile(join(folder, 'licenses.txt'), licenses(packages));
  for (const [native, files] of Object.entries(nativeFiles)) {
    const source = dirname(require.resolve(`${native}/package.json`));
    for (const file of files) await cp(join(source, file), join(folder, 'node_modules', native, file));
    // Build files are not needed at run time.
    const { dependencies: _compiled, ...manifest } = parseManifest(
      await readFile(join(source, 'package.json'), 'utf8'),
    );
    await write(`node_modules/${native}/package.json`, manifest);
  }
}

function parseManifest(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
