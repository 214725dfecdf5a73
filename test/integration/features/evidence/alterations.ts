/** @file Alterations of a pack, and what a check finds of each. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { indexPath, sumsPath } from '../../../../src/main/features/evidence/pack-path.ts';
import { createRandom, pick, type Random } from '../../../../src/main/practice/data/random.ts';
import { isUnaltered, type PackCheck } from '../../../../src/shared/model/evidence.ts';
import { type PackFixture, readTree } from './pack-fixture.ts';

/** Names that a check must list by kind; a list that is absent must be empty. */
type ExpectedLists = Partial<Record<'altered' | 'missing' | 'added' | 'contradicting', readonly string[]>>;

/** Changes a pack; returns what must be found, or a function that throws when it was not. */
type Alteration = (pack: AlteredPack) => Promise<ExpectedLists | ((check: PackCheck) => boolean)>;

interface AlteredPack {
  readonly folder: string;
  /** Paths of the files, without the list of checksums. */
  readonly paths: readonly [string, ...string[]];
  readonly random: Random;
}

const choosePath = ({ paths, random }: AlteredPack) => pick(random, paths);

/** Rewrites a file of the pack. */
async function edit({ folder }: AlteredPack, path: string, change: (bytes: Buffer) => Uint8Array) {
  await writeFile(join(folder, path), change(await readFile(join(folder, path))));
}

function flipByte(bytes: Buffer, random: Random): Buffer {
  const place = Math.floor(random() * bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
  return bytes;
}

/** Changes one file, which is then altered. */
const inFile =
  (change: (bytes: Buffer, random: Random) => Uint8Array): Alteration =>
  async (pack) => {
    const path = choosePath(pack);
    await edit(pack, path, (bytes) => change(bytes, pack.random));
    // A changed table of files can name files that the pack does not have.
    if (path === indexPath) return ({ altered }) => altered.names.join() === path;
    return { altered: [path] };
  };

/** Changes the lines of the list of checksums. */
const inList =
  (change: (lines: string[], random: Random) => string): Alteration =>
  async (pack) => {
    await edit(pack, sumsPath, (bytes) =>
      Buffer.from(change(bytes.toString().trimEnd().split('\n'), pack.random)),
    );
    return ({ invalidLines, altered, missing, added, contradicting }) =>
      [invalidLines, altered, missing, added, contradicting].some(({ total }) => total > 0);
  };

const joinLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

/** Replaces one line of the list. */
const inLine = (change: (line: string, random: Random) => string) =>
  inList((lines, random) => {
    const place = Math.floor(random() * lines.length);
    return joinLines(lines.map((line, index) => (index === place ? change(line, random) : line)));
  });

/** Writes the checksum of a changed file into the list. */
async function rewriteChecksum(folder: string, path: string): Promise<void> {
  const sha256 = createHash('sha256')
    .update(await readFile(join(folder, path)))
    .digest('hex');
  const list = await readFile(join(folder, sumsPath), 'utf8');
  const lines = list.split('\n').map((line) => (line.slice(66) === path ? `${sha256}  ${path}` : line));
  await writeFile(join(folder, sumsPath), lines.join('\n'));
}

/** Changes a file, and its checksum in both lists. */
export async function rewriteBoth(folder: string, path: string, content: string): Promise<void> {
  await writeFile(join(folder, path), content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const index = await readFile(join(folder, indexPath), 'utf8');
  const lines = index
    .split('\r\n')
    .map((line) => (line.includes(path) ? line.replace(/\d+,[^,]*$/, `${content.length},${sha256}`) : line));
  await writeFile(join(folder, indexPath), lines.join('\r\n'));
  await rewriteChecksum(folder, path);
  await rewriteChecksum(folder, indexPath);
}

/** Changes the rows of the table of files, and rewrites its checksum. */
const inIndex =
  (change: (lines: string[], random: Random) => readonly string[]): Alteration =>
  async (pack) => {
    await edit(pack, indexPath, (bytes) => {
      const [header = '', ...lines] = bytes.toString().trimEnd().split('\r\n');
      return Buffer.from([header, ...change(lines, pack.random), ''].join('\r\n'));
    });
    await rewriteChecksum(pack.folder, indexPath);
    return ({ contradicting, altered }) => contradicting.total === 1 && altered.total === 0;
  };

const replaceAny = (lines: readonly string[], random: Random, change: (line: string) => string) => {
  const place = Math.floor(random() * lines.length);
  return lines.map((line, index) => (index === place ? change(line) : line));
};

const alterations: Readonly<Record<string, Alteration>> = {
  'a flipped bit': inFile(flipByte),
  'a truncated file': inFile((bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length))),
  'an empty file': inFile(() => Buffer.alloc(0)),
  'an extended file': inFile((bytes) => Buffer.concat([bytes, Buffer.from(' ')])),
  'an inserted byte': inFile((bytes, random) => {
    const place = Math.floor(random() * bytes.length);
    return Buffer.concat([bytes.subarray(0, place), Buffer.from('0'), bytes.subarray(place)]);
  }),
  'a removed file': async (pack) => {
    const path = choosePath(pack);
    await rm(join(pack.folder, path));
    return { missing: [path] };
  },
  'a renamed file': async (pack) => {
    const path = choosePath(pack);
    await rename(join(pack.folder, path), join(pack.folder, `${path}.old`));
    return { missing: [path], added: [`${path}.old`] };
  },
  'a moved file': async (pack) => {
    const path = choosePath(pack);
    await mkdir(join(pack.folder, 'moved'));
    await rename(join(pack.folder, path), join(pack.folder, 'moved', 'file'));
    return { missing: [path], added: ['moved/file'] };
  },
  'an added file': async ({ folder, random }) => {
    const path = pick(random, ['extra.csv', 'statements/extra.csv', 'proofs/.hidden', 'SHA256SUMS.txt']);
    await writeFile(join(folder, path), 'more');
    return { added: [path] };
  },
  'an added folder': async ({ folder }) => {
    await mkdir(join(folder, 'more'));
    return { added: ['more/'] };
  },
  'an added link': async ({ folder }) => {
    await symlink('/etc/hostname', join(folder, 'link'));
    return { added: ['link'] };
  },
  'a link to a folder': async ({ folder }) => {
    await symlink('/etc', join(folder, 'proofs', 'etc'));
    return { added: ['proofs/etc'] };
  },
  'a link to the same bytes': async (pack) => {
    const path = choosePath(pack);
    const outside = `${pack.folder} outside`;
    await rename(join(pack.folder, path), outside);
    await symlink(outside, join(pack.folder, path));
    return { missing: [path], added: [path] };
  },
  'a folder in place of a file': async (pack) => {
    const path = choosePath(pack);
    await rm(join(pack.folder, path));
    await mkdir(join(pack.folder, path));
    return { missing: [path], added: [`${path}/`] };
  },
  'two swapped files': async (pack) => {
    const one = choosePath(pack);
    const two = pack.paths[(pack.paths.indexOf(one) + 1) % pack.paths.length] ?? one;
    await rename(join(pack.folder, one), join(pack.folder, 'between'));
    await rename(join(pack.folder, two), join(pack.folder, one));
    await rename(join(pack.folder, 'between'), join(pack.folder, two));
    return { altered: [one, two].toSorted() };
  },
  'a list without checksums': async (pack) => {
    await edit(pack, sumsPath, () => Buffer.alloc(0));
    return ({ invalidLines }) => invalidLines.total === 1;
  },
  'a removed list': async ({ folder }) => {
    await rm(join(folder, sumsPath));
    return ({ fingerprint, missing, contradicting }) =>
      fingerprint === null && missing.names[0] === sumsPath && contradicting.total === 0;
  },
  'a flipped bit in the list': async (pack) => {
    await edit(pack, sumsPath, (bytes) => flipByte(bytes, pack.random));
    return ({ invalidLines, altered, missing, added }) =>
      [invalidLines, altered, missing, added].some(({ total }) => total > 0);
  },
  'a changed checksum': inLine((line) => `${line.startsWith('0') ? '1' : '0'}${line.slice(1)}`),
  'another path': inLine((line) => `${line}x`),
  'a path outside the pack': inLine(
    (line, random) =>
      `${line.slice(0, 66)}${pick(random, ['../secret', '/etc/hostname', 'C:\\secret', 'a/../../b', './index.csv'])}`,
  ),
  'a removed line': inList((lines, random) =>
    joinLines(lines.toSpliced(Math.floor(random() * lines.length), 1)),
  ),
  'a removed table of files with its line': async (pack) => {
    await rm(join(pack.folder, indexPath));
    await edit(pack, sumsPath, (bytes) => Buffer.from(bytes.toString().replace(/.* index\.csv\n/, '')));
    return { contradicting: [indexPath] };
  },
  'a repeated line': inList((lines, random) => {
    const place = Math.floor(random() * lines.length);
    return joinLines(lines.toSpliced(place, 0, lines[place] ?? ''));
  }),
  'an added line': inList((lines) => joinLines([...lines, `${'0'.repeat(64)}  zzz.csv`])),
  'two swapped lines': inList(([first = '', second = '', ...others]) =>
    joinLines([second, first, ...others]),
  ),
  'a changed file with its checksum': async (pack) => {
    const path = pick(pack.random, pack.paths.filter((name) => name !== indexPath) as [string, ...string[]]);
    await edit(pack, path, (bytes) => flipByte(bytes, pack.random));
    await rewriteChecksum(pack.folder, path);
    return { contradicting: [path] };
  },
  'a removed file with its checksum': async (pack) => {
    await rm(join(pack.folder, 'checks.csv'));
    await edit(pack, sumsPath, (bytes) => Buffer.from(bytes.toString().replace(/^.*checks\.csv\n/m, '')));
    return { missing: ['checks.csv'], contradicting: ['checks.csv'] };
  },
  'a changed file with both checksums': async (pack) => {
    await rewriteBoth(pack.folder, 'checks.csv', 'nothing to see');
    return ({ record, ...lists }) =>
      record.state === 'unknown' && !/"total":[1-9]/.test(JSON.stringify(lists));
  },
  'a changed checksum in the table': inIndex((lines, random) =>
    replaceAny(lines, random, (line) =>
      line.replace(/[0-9a-f](?="?$)/, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ),
  'a changed size in the table': inIndex((lines, random) =>
    replaceAny(lines, random, (line) => line.replace(/(\d+)(?=,[^,]*$)/, '1$1')),
  ),
  'a table that is no CSV file': inIndex((lines) => [...lines, '"']),
  'a removed row of the table': inIndex((lines, random) =>
    lines.toSpliced(Math.floor(random() * lines.length), 1),
  ),
  'a repeated row of the table': inIndex((lines) => [...lines, lines[0] ?? '']),
};

/** Returns what is wrong with the result of a check, or `null`. */
function findMistake(check: PackCheck, expected: Awaited<ReturnType<Alteration>>): string | null {
  if (typeof expected === 'function') return expected(check) ? null : JSON.stringify(check);
  if (isUnaltered(check)) return 'nothing was found';
  const { altered, missing, added, contradicting } = check;
  const lists = {
    altered: altered.names,
    missing: missing.names,
    added: added.names,
    // A damaged table contradicts the checksums of any file.
    contradicting: altered.names.includes(indexPath) ? [] : contradicting.names,
  };
  const wanted = { altered: [], missing: [], added: [], contradicting: [], ...expected };
  return JSON.stringify(lists) === JSON.stringify(wanted) ? null : `${JSON.stringify(lists)}`;
}

/** Alters copies of a pack in every way, `rounds` times, and returns what the checks of the copies do not find. */
export async function findMissedAlterations(fixture: PackFixture, rounds: number): Promise<string[]> {
  const { path } = await fixture.writePack('January');
  const names = [...(await readTree(path)).keys()].filter((name) => name !== sumsPath).toSorted();
  const [first = '', ...others] = names;
  const kinds = Object.entries(alterations);
  const mistakes: string[] = [];
  for (let seed = 0; seed < rounds * kinds.length; seed += 1) {
    const [name, alter] = kinds[seed % kinds.length] ?? ['', async () => ({})];
    const folder = join(fixture.folder, `pack ${seed}`);
    await cp(path, folder, { recursive: true });
    const expected = await alter({ folder, paths: [first, ...others], random: createRandom(seed) });
    const mistake = findMistake(await fixture.checkPack(folder), expected);
    if (mistake !== null) mistakes.push(`${name} (${seed}): ${mistake}`);
    await rm(folder, { recursive: true });
  }
  if (!isUnaltered(await fixture.checkPack(path))) mistakes.push('The pack itself was altered');
  return mistakes;
}
