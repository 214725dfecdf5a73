/** @file The packages that are in what is shipped: their bill of materials (CycloneDX) and their licences. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { manifestSchema } from './package-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages that are shipped as they are, and so are in no bundle. */
const unbundled = ['electron', 'keytar'];

/** Where the build (electron.vite.config.ts) leaves the folders of the packages that it has bundled, by target. */
export const bundledPackages = (target: string) => join(root, 'dist', 'bundled', `${target}.json`);

/** A package that is shipped. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or what the package says instead. */
  readonly license: string;
  readonly licenseText: string;
}

/** Reads which packages are shipped, in order of name. */
export async function readShipped(): Promise<ShippedPackage[]> {
  const folders = new Set(unbundled.map((name) => `node_modules/${name}`));
  for (const target of ['main', 'preload', 'renderer']) {
    const bundled = z.array(z.string()).parse(JSON.parse(await readFile(bundledPackages(target), 'utf8')));
    for (const folder of bundled) folders.add(folder);
  }
  const packages: ShippedPackage[] = [];
  for (const folder of folders) packages.push(await readPackage(join(root, folder)));
  packages.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return packages;
}

async function readPackage(folder: string): Promise<ShippedPackage> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const file = (await readdir(folder)).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  const licenseText = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license ?? 'UNKNOWN',
    licenseText,
  };
}

const purl = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The bill of materials of `program`, as CycloneDX 1.6. It holds no date, so that the same program has the same one. */
export function billOfMaterials(
  program: { readonly name: string; readonly version: string },
  packages: readonly ShippedPackage[],
): unknown {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': program.name, ...program } },
    components: packages.map(({ name, version, license }) => ({
      type: 'library',
      'bom-ref': purl({ name, version }),
      name,
      version,
      purl: purl({ name, version }),
      licenses: [/^[A-Za-z0-9.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    })),
    dependencies: [{ ref: program.name, dependsOn: packages.map(purl) }],
  };
}

/** Everybody's licence, for people. */
export function licenses(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  return packages
    .map(({ name, version, license, licenseText }) =>
      [line, `${name} ${version}  (${license})`, line, licenseText.trim(), ''].join('\n'),
    )
    .join('\n');
}
