/** @file Reads what the administrator has decided (docs/operations.md describes the file). */
import { open } from 'node:fs/promises';
import { type ManagedFile, managedFileSchema } from '../shared/model/managed.ts';
import { managedWords } from '../shared/words/managed.ts';
import { protectionOf, type ReadSecurityDescriptor } from './policy-file.ts';

/** The most bytes that are read. */
const largestFile = 1024 * 1024;

/** What the file says, and what is wrong with it in words. A file with problems counts as empty. */
export interface ManagedReading {
  readonly file: ManagedFile;
  readonly problems: readonly string[];
}

/** Nothing is decided. */
export const nothingManaged: ManagedFile = managedFileSchema.parse({ version: 1 });

/** The file, and whether it counts only when ordinary users cannot write it. */
export interface ManagedPlace {
  readonly path: string;
  /** How its rights are looked at; `null` for a file that was named for this one start. */
  readonly protection: PolicyProtection | null;
}

/** The system whose rights are looked at. */
export interface PolicyProtection {
  readonly os: NodeJS.Platform;
  readonly readSecurityDescriptor: ReadSecurityDescriptor;
}

/** Reads and checks the administrator's file of this machine. Without one there is nothing managed. Never rejects. */
export async function readPolicy({ path, protection }: ManagedPlace): Promise<ManagedReading> {
  const found =
    protection === null
      ? 'protected'
      : await protectionOf(path, protection.os, protection.readSecurityDescriptor);
  if (found === 'absent') return { file: nothingManaged, problems: [] };
  if (found === 'open') return { file: nothingManaged, problems: [managedWords.open(path)] };
  return readManagedFile(path);
}

/** Reads and checks the file at `path`; without one there is nothing managed. Never rejects. */
export async function readManagedFile(path: string | null): Promise<ManagedReading> {
  if (path === null) return { file: nothingManaged, problems: [] };
  let text: string;
  try {
    text = await readText(path);
  } catch {
    return { file: nothingManaged, problems: [managedWords.unreadable(path)] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { file: nothingManaged, problems: [managedWords.notJson(path)] };
  }
  const parsed = managedFileSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      managedWords.problem(issue.path.join('.'), issue.message),
    );
    return { file: nothingManaged, problems: [managedWords.ignored(path), ...problems.slice(0, 20)] };
  }
  const ids = parsed.data.profiles.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    return { file: nothingManaged, problems: [managedWords.ignored(path), managedWords.twice(twice)] };
  return { file: parsed.data, problems: [] };
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > largestFile) throw new Error('The file is too large');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
