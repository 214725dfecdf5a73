/**
 * @file What the updater of each system reads before anything else: `latest.yml` and `latest-mac.yml`. electron-builder
 * writes them only for a feed that it knows when it packs, and ours is the choice of every administrator.
 */
import { stringify } from 'yaml';

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string;
  /** In Base64. */
  readonly sha512: string;
  /** Bytes. */
  readonly size: number;
}

/** By system: the name that the updater asks for, and the files that concern it, the one that it installs first. */
const systems = [
  { description: 'latest.yml', extensions: ['.exe'] },
  { description: 'latest-mac.yml', extensions: ['.zip', '.dmg'] },
] as const;

/** The descriptions by their names, one for each system that has files in the release. */
export function updateDescriptions(version: string, released: readonly ReleaseFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { description, extensions } of systems) {
    const files = extensions
      .flatMap((extension) => released.filter(({ name }) => name.endsWith(extension)))
      .map(({ name, sha512, size }) => ({ url: name, sha512, size }));
    const [first] = files;
    if (first !== undefined)
      texts.set(description, stringify({ version, files, path: first.url, sha512: first.sha512 }));
  }
  return texts;
}
