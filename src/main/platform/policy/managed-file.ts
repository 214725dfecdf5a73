/** @file Reads the administrator's policy (docs/operations.md describes the file). */

import { t } from '../../../shared/messages/index.ts';
import { type ManagedFile, managedFileSchema } from '../../../shared/model/session/managed.ts';
import { openRegularFile } from '../../files/guarded-folder.ts';
import { checkProtection, type ReadSecurityDescriptor } from './policy-file.ts';

const maxFileBytes = 1024 * 1024;
/** Maximum length of a name or message quoted in a problem. */
const maxQuotedLength = 200;

/** The policy and its problems as texts. A file with problems counts as empty. */
export interface PolicyReading {
  readonly file: ManagedFile;
  readonly problems: readonly string[];
}

/** The policy without any settings. */
export const emptyPolicy: ManagedFile = managedFileSchema.parse({ version: 1 });

/** The location of the file and the required protection. */
interface ManagedLocation {
  readonly path: string;
  /** How to check the file's permissions; `null` for a file given on the command line. */
  readonly protection: PolicyProtection | null;
}

/** Access to the file permissions of the system. */
export interface PolicyProtection {
  readonly os: NodeJS.Platform;
  readonly readSecurityDescriptor: ReadSecurityDescriptor;
}

/** Reads the unvalidated fields that are set centrally; `null` when there are none. May reject. */
export type ReadCentralSettings = () => Promise<Record<string, unknown> | null>;

/** The unmerged fields of one source, and its problems. */
interface PolicySource {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

const emptySource: PolicySource = { fields: {}, problems: [] };

/**
 * Reads and validates the policy of this machine from its file and the central settings (registry, managed preferences).
 * Central fields take precedence. A source with a mistake is ignored completely. Never rejects.
 */
export async function readPolicy(
  { path, protection }: ManagedLocation,
  readCentralSettings: ReadCentralSettings = async () => null,
): Promise<PolicyReading> {
  const [fileSource, centralSource] = await Promise.all([
    readProtectedFile(path, protection),
    readCentralSource(readCentralSettings),
  ]);
  const problems = [...centralSource.problems, ...fileSource.problems];
  return {
    file: managedFileSchema.parse({ version: 1, ...fileSource.fields, ...centralSource.fields }),
    problems,
  };
}

async function readProtectedFile(path: string, protection: PolicyProtection | null): Promise<PolicySource> {
  const fileProtection =
    protection === null
      ? 'protected'
      : await checkProtection(path, protection.os, protection.readSecurityDescriptor);
  if (fileProtection === 'absent') return emptySource;
  if (fileProtection === 'open') return { fields: {}, problems: [t('managed.open', { path })] };
  return readFileSource(path);
}

async function readCentralSource(readCentralSettings: ReadCentralSettings): Promise<PolicySource> {
  try {
    const fields = await readCentralSettings();
    return fields === null ? emptySource : checkFields(t('managed.central'), fields);
  } catch {
    return { fields: {}, problems: [t('managed.centralUnreadable')] };
  }
}

/** Reads and validates the file at `path`; the policy is empty without a file. Never rejects. */
export async function readManagedFile(path: string | null): Promise<PolicyReading> {
  if (path === null) return { file: emptyPolicy, problems: [] };
  const { fields, problems } = await readFileSource(path);
  return { file: managedFileSchema.parse({ version: 1, ...fields }), problems };
}

async function readFileSource(path: string): Promise<PolicySource> {
  let text: string;
  try {
    text = await readText(path);
  } catch {
    return { fields: {}, problems: [t('managed.unreadable', { path })] };
  }
  try {
    return checkFields(t('managed.file', { path }), JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return { fields: {}, problems: [t('managed.notJson', { path })] };
  }
}

/** Returns the fields of a valid source, or the problems of an invalid one. */
function checkFields(source: string, value: unknown): PolicySource {
  const parsed = managedFileSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      formatProblem(shorten(issue.path.join('.')), shorten(issue.message)),
    );
    return { fields: {}, problems: [t('managed.ignored', { source }), ...problems.slice(0, 20)] };
  }
  const ids = parsed.data.profiles.map(({ id }) => id);
  const duplicateId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicateId !== undefined)
    return {
      fields: {},
      problems: [t('managed.ignored', { source }), t('managed.twice', { id: duplicateId })],
    };
  // The fields are returned without the schema's defaults, so that a field missing in one source comes from the other.
  return { fields: typeof value === 'object' ? { ...value } : {}, problems: [] };
}

function formatProblem(field: string, message: string): string {
  return field === '' ? t('managed.problemOfFile', { message }) : t('managed.problem', { field, message });
}

/** Limits the length of texts that come from the file. */
function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** Reads a regular file; anything else is refused, because reading a pipe could block the start forever. */
async function readText(path: string): Promise<string> {
  const file = await openRegularFile(path, 'follow');
  try {
    // The size may change between the check and the read.
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
