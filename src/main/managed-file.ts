/** @file Reads what the administrator has decided (docs/operations.md describes the file). */
import { type ManagedFile, managedFileSchema } from '../shared/model/managed.ts';
import { managedWords } from '../shared/words/managed.ts';
import { openRegularFile } from './guarded-folder.ts';
import { protectionOf, type ReadSecurityDescriptor } from './policy-file.ts';

/** The most bytes that are read. */
const maxFileBytes = 1024 * 1024;
/** The most characters that a problem repeats of a name or a message. */
const maxProblemText = 200;

/** What the file says, and what is wrong with it in words. A file with problems counts as empty. */
export interface ManagedReading {
  readonly file: ManagedFile;
  readonly problems: readonly string[];
}

/** Nothing is decided. */
export const nothingManaged: ManagedFile = managedFileSchema.parse({ version: 1 });

/** The file, and whether it counts only when ordinary users cannot write it. */
export interface ManagedLocation {
  readonly path: string;
  /** How its rights are looked at; `null` for a file that was named for this one start. */
  readonly protection: PolicyProtection | null;
}

/** The system whose rights are looked at. */
export interface PolicyProtection {
  readonly os: NodeJS.Platform;
  readonly readSecurityDescriptor: ReadSecurityDescriptor;
}

/** Reads the fields that are set centrally, not yet checked; `null` when there are none. May reject. */
export type ReadCentral = () => Promise<Record<string, unknown> | null>;

/** Fields as they were written, not yet checked against each other, and what is wrong with them. */
interface Source {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const emptySource: Source = { fields: {}, problems: [] };

/**
 * Reads and checks what the administrator of this machine has decided: in his file, and centrally (registry, managed
 * preferences). A field that is set centrally goes before that of the file. A source with a mistake is not used at all.
 * Without any there is nothing managed. Never rejects.
 */
export async function readPolicy(
  { path, protection }: ManagedLocation,
  readCentral: ReadCentral = async () => null,
): Promise<ManagedReading> {
  const [file, central] = await Promise.all([
    readProtected(path, protection),
    readCentralSource(readCentral),
  ]);
  const problems = [...central.problems, ...file.problems];
  return { file: managedFileSchema.parse({ version: 1, ...file.fields, ...central.fields }), problems };
}

async function readProtected(path: string, protection: PolicyProtection | null): Promise<Source> {
  const found =
    protection === null
      ? 'protected'
      : await protectionOf(path, protection.os, protection.readSecurityDescriptor);
  if (found === 'absent') return emptySource;
  if (found === 'open') return { fields: {}, problems: [managedWords.open(path)] };
  return readSource(path);
}

async function readCentralSource(readCentral: ReadCentral): Promise<Source> {
  try {
    const fields = await readCentral();
    return fields === null ? emptySource : checkFields(managedWords.central, fields);
  } catch {
    return { fields: {}, problems: [managedWords.centralUnreadable] };
  }
}

/** Reads and checks the file at `path`; without one there is nothing managed. Never rejects. */
export async function readManagedFile(path: string | null): Promise<ManagedReading> {
  if (path === null) return { file: nothingManaged, problems: [] };
  const { fields, problems } = await readSource(path);
  return { file: managedFileSchema.parse({ version: 1, ...fields }), problems };
}

async function readSource(path: string): Promise<Source> {
  let text: string;
  try {
    text = await readText(path);
  } catch {
    return { fields: {}, problems: [managedWords.unreadable(path)] };
  }
  try {
    return checkFields(managedWords.file(path), JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return { fields: {}, problems: [managedWords.notJson(path)] };
  }
}

/** The fields of a source when all of it has the right form, else its problems. */
function checkFields(source: string, value: unknown): Source {
  const parsed = managedFileSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      managedWords.problem(shorten(issue.path.join('.')), shorten(issue.message)),
    );
    return { fields: {}, problems: [managedWords.ignored(source), ...problems.slice(0, 20)] };
  }
  const ids = parsed.data.profiles.map(({ id }) => id);
  const duplicateId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicateId !== undefined)
    return { fields: {}, problems: [managedWords.ignored(source), managedWords.twice(duplicateId)] };
  // As written: what a source leaves out is left to the other.
  return { fields: typeof value === 'object' ? { ...value } : {}, problems: [] };
}

/** Names of fields are the file's, and may be of any length. */
function shorten(text: string): string {
  return text.length <= maxProblemText ? text : `${text.slice(0, maxProblemText)}…`;
}

/** Of a regular file alone: a pipe would never end, and the start of Paydesk with it. */
async function readText(path: string): Promise<string> {
  const file = await openRegularFile(path, 'follow');
  try {
    // What a file says of its size may change before it is read.
    const bytes = Buffer.alloc(maxFileBytes + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.toString('utf8', 0, length);
      length += bytesRead;
    }
    throw new Error('The file is too large');
  } finally {
    await file.close();
  }
}
