/**
 * @file The file beside the library that repeats the number of the database's last commit. It shows when only one of the
 * two was restored from a backup. The store's thread writes it after each commit.
 */
import { closeSync, constants, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Generation {
  /** Random identifier of the data. */
  readonly identity: string;
  /** Number of commits. */
  readonly counter: number;
}

/** The file has two sectors, which are written alternately, because a disk writes a sector completely or not at all. */
const sectorSize = 512;
const sectorPattern = /^([0-9a-f-]{36}) (\d{1,15}) *\n$/;

const encodeSector = ({ identity, counter }: Generation) =>
  `${`${identity} ${counter}`.padEnd(sectorSize - 1)}\n`;

/** Reads the newest number; `null` without a readable one. */
export function readGenerationFile(path: string): Generation | null {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return null;
  }
  const generations = [text.slice(0, sectorSize), text.slice(sectorSize, 2 * sectorSize)].flatMap(
    (sector) => {
      const [, identity, counter] = sectorPattern.exec(sector) ?? [];
      return identity === undefined || counter === undefined ? [] : [{ identity, counter: Number(counter) }];
    },
  );
  return generations.toSorted((one, other) => other.counter - one.counter)[0] ?? null;
}

/** Flushes the names in a folder. Windows has no such call and needs none. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Not every file system can flush a folder.
  }
}

/**
 * Writes a number into one sector, or with `isNew` into both. The file is opened each time, because Windows renames no
 * folder with an open file. Throws the errors of the system.
 */
export function writeGenerationFile(
  path: string,
  generation: Generation,
  options: { readonly isNew: boolean; readonly isFlushed: boolean },
): void {
  const folder = dirname(path);
  if (options.isNew) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const sector = encodeSector(generation);
    const position = (generation.counter % 2) * sectorSize;
    if (options.isNew) writeSync(file, sector.repeat(2), 0, 'latin1');
    else writeSync(file, sector, position, 'latin1');
    if (options.isFlushed) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!options.isNew) return;
  // A name that a power loss takes away would look like a missing library.
  flushFolder(folder);
  flushFolder(dirname(folder));
}
