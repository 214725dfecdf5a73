/** @file The packages that are shipped with the program: their bill of materials (CycloneDX) and their licences. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { manifestSchema } from './package-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages that are shipped unbundled. */
const unbundledPackages = ['electron', 'kerberos', 'keytar'];

/** Files in which the build (electron.vite.config.ts) lists the folders of bundled packages, by target. */
export const bundledPackages = (target: string) => join(root, 'dist', 'bundled', `${target}.json`);

/** A package that is shipped. */
interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or the package's own text. */
  readonly license: string;
  readonly licenseText: string;
}

/** Returns the shipped packages, sorted by name. */
export async function readShipped(): Promise<ShippedPackage[]> {
  const folders = new Set(unbundledPackages.map((name) => `node_modules/${name}`));
  for (const target of ['main', 'preload', 'renderer']) {
    const bundled = z.array(z.string()).parse(JSON.parse(await readFile(bundledPackages(target), 'utf8')));
    for (const folder of bundled) folders.add(folder);
  }
  const packages: ShippedPackage[] = [];
  for (const folder of folders) packages.push(await readPackage(join(root, folder)));
  packages.sort((first, second) => first.name.localeCompare(second.name, 'en'));
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

const formatPackageUrl = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Returns the bill of materials of `program` in CycloneDX 1.6, without a date, so that it is reproducible. */
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
      'bom-ref': formatPackageUrl({ name, version }),
      name,
      version,
      purl: formatPackageUrl({ name, version }),
      licenses: [/^[A-Za-z0-9.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
    })),
    dependencies: [{ ref: program.name, dependsOn: packages.map(formatPackageUrl) }],
  };
}

/** Returns the licences of all packages as text. */
export function licenses(packages: readonly ShippedPackage[]): string {
  const line = '-'.repeat(80);
  return packages
    .map(({ name, version, license, licenseText }) =>
      [line, `${name} ${version}  (${license})`, line, licenseText.trim(), ''].join('\n'),
    )
    .join('\n');
}
