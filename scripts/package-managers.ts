/**
 * @file Writes the files for package managers: the three files of a winget manifest and a Homebrew cask, for the
 * repositories of a company or the public ones.
 *
 * Usage: node scripts/package-managers.ts --version=1.3.0 --base=https://downloads.example/1.3.0/ --out=FOLDER
 * INSTALLER…
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';

/** A file of a release with its SHA-256 in hex. */
interface Installer {
  readonly name: string;
  readonly sha256: string;
}

const identifier = 'Paydesk.Paydesk';
const manifestVersion = '1.10.0';
const shortDescription = 'Attaches documents, fetches proofs of payment and reviews statements in bulk';

/** Returns the texts by file path. Throws when an installer is missing or the address is not `https:`. */
export function packageManagerFiles(
  version: string,
  base: string,
  installers: readonly Installer[],
): Map<string, string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('--version is not a version such as 1.3.0');
  if (!/^https:\/\/[^\s"'\\#]+\/$/.test(base))
    throw new Error('--base is not an https address that ends with /');
  const findInstaller = (suffix: string) => {
    const name = `paydesk-${version}-${suffix}`;
    const installer = installers.find((candidate) => candidate.name === name);
    if (installer === undefined) throw new Error(`${name} is missing`);
    return installer;
  };
  const common = { PackageIdentifier: identifier, PackageVersion: version };
  const windowsInstallers = (['x64', 'arm64'] as const).flatMap((Architecture) =>
    (
      [
        ['nullsoft', 'user', `win-${Architecture}-setup.exe`],
        ['wix', 'machine', `win-${Architecture}.msi`],
      ] as const
    ).map(([InstallerType, Scope, suffix]) => {
      const { name, sha256 } = findInstaller(suffix);
      return {
        Architecture,
        InstallerType,
        Scope,
        InstallerUrl: `${base}${name}`,
        InstallerSha256: sha256.toUpperCase(),
      };
    }),
  );
  const formatWinget = (kind: string, fields: Readonly<Record<string, unknown>>) => {
    const schema = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${manifestVersion}.schema.json\n`;
    return `${schema}${stringify({ ...common, ...fields, ManifestType: kind, ManifestVersion: manifestVersion })}`;
  };
  return new Map([
    [`winget/${identifier}.yaml`, formatWinget('version', { DefaultLocale: 'en-US' })],
    [
      `winget/${identifier}.installer.yaml`,
      formatWinget('installer', {
        Platform: ['Windows.Desktop'],
        MinimumOSVersion: '10.0.17763.0',
        UpgradeBehavior: 'install',
        Installers: windowsInstallers,
      }),
    ],
    [
      `winget/${identifier}.locale.en-US.yaml`,
      formatWinget('defaultLocale', {
        PackageLocale: 'en-US',
        Publisher: 'Paydesk contributors',
        PackageName: 'Paydesk',
        License: 'MIT',
        ShortDescription: shortDescription,
      }),
    ],
    ['homebrew/Casks/paydesk.rb', formatCask(version, base, findInstaller('mac-universal.dmg'))],
  ]);
}

/** `auto_updates` prevents Homebrew from replacing a version that Paydesk's own update installed. */
function formatCask(version: string, base: string, { name, sha256 }: Installer): string {
  const address = `${base}${name}`.replaceAll(version, '#{version}');
  return `cask "paydesk" do
  version "${version}"
  sha256 "${sha256.toLowerCase()}"

  url "${address}"
  name "Paydesk"
  desc "${shortDescription}"
  homepage "${new URL(base).origin}/"

  auto_updates true
  depends_on macos: ">= :ventura"

  app "Paydesk.app"

  uninstall quit: "com.paydesk.desktop"
end
`;
}

async function computeSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

if (import.meta.main) {
  const stringOption = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { version: stringOption, base: stringOption, out: stringOption },
    allowPositionals: true,
  });
  const installers: Installer[] = [];
  for (const path of positionals)
    installers.push({ name: basename(path), sha256: await computeSha256(path) });
  for (const [name, content] of packageManagerFiles(values.version, values.base, installers)) {
    const path = join(values.out, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    console.log(path);
  }
}
