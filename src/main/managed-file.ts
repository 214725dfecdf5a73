/** @file Reads the file with managed profiles (docs/operations.md describes it). */
import { open } from 'node:fs/promises';
import { type ManagedFile, managedFileSchema } from '../shared/model/profile.ts';
import { managedWords } from '../shared/words/managed.ts';

/** The most bytes that are read. */
const largestFile = 1024 * 1024;

/** What the file says, and what is wrong with it in words. A file with problems counts as empty. */
export interface ManagedReading {
  readonly file: ManagedFile;
  readonly problems: readonly string[];
}

const empty: ManagedFile = { version: 1, practiceCompany: 'offered', profiles: [] };

/** Reads and checks the file at `path`; without one there is nothing managed. Never rejects. */
export async function readManagedFile(path: string | null): Promise<ManagedReading> {
  if (path === null) return { file: empty, problems: [] };
  let text: string;
  try {
    text = await readText(path);
  } catch {
    return { file: empty, problems: [managedWords.unreadable(path)] };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { file: empty, problems: [managedWords.notJson(path)] };
  }
  const parsed = managedFileSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      managedWords.problem(issue.path.join('.'), issue.message),
    );
    return { file: empty, problems: [managedWords.ignored(path), ...problems.slice(0, 20)] };
  }
  const ids = parsed.data.profiles.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    return { file: empty, problems: [managedWords.ignored(path), managedWords.twice(twice)] };
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
