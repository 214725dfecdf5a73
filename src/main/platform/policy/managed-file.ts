/** @file Validates the administrator's policy (docs/operations.md describes its fields). */
import { readFile } from 'node:fs/promises';
import { t } from '../../../shared/messages/index.ts';
import { type ManagedFile, managedFileSchema } from '../../../shared/model/session/managed.ts';

/** Maximum length of a name or message quoted in a problem. */
const maxQuotedLength = 200;
/** Maximum number of listed problems of one source. */
const maxProblems = 20;

/** The policy and its problems as texts. */
export interface PolicyReading {
  readonly file: ManagedFile;
  readonly problems: readonly string[];
}

/** A registry key or a file of the policy, with its values, which are not validated, or the reason why there are none. */
export type PolicySource =
  | { readonly location: string; readonly values: unknown }
  | { readonly location: string; readonly problem: 'access' | 'syntax' | 'unreadable' };

/** The valid fields of one source, and its problems. */
interface CheckedSource {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

/**
 * Validates and joins the sources. A field of an earlier source takes precedence. A source with a mistake is ignored
 * completely.
 */
export function joinPolicy(sources: readonly PolicySource[]): PolicyReading {
  const checkedSources = sources.map(checkSource);
  const fields = checkedSources.toReversed().flatMap((source) => Object.entries(source.fields));
  return {
    file: managedFileSchema.parse({ version: 1, ...Object.fromEntries(fields) }),
    problems: checkedSources.flatMap(({ problems }) => problems),
  };
}

function checkSource(source: PolicySource): CheckedSource {
  const { location } = source;
  if ('problem' in source)
    return { fields: {}, problems: [t('managed.ignored', { location, reason: source.problem })] };
  const { values } = source;
  const parsed = managedFileSchema.safeParse(values);
  const problems = parsed.success
    ? findDuplicateIds(parsed.data).map((id) => t('managed.twice', { id }))
    : parsed.error.issues.map(({ path, message }) =>
        [path.join('.'), message]
          .filter((text) => text !== '')
          .map(shorten)
          .join(': '),
      );
  if (problems.length > 0)
    return {
      fields: {},
      problems: [t('managed.ignored', { location, reason: 'format' }), ...problems.slice(0, maxProblems)],
    };
  // The fields are returned without the schema's defaults, so that a field missing in one source comes from the other.
  return { fields: typeof values === 'object' ? { ...values } : {}, problems: [] };
}

function findDuplicateIds({ profiles }: ManagedFile): string[] {
  const ids = profiles.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Limits the length of texts that come from the source. */
function shorten(text: string): string {
  return text.length <= maxQuotedLength ? text : `${text.slice(0, maxQuotedLength)}…`;
}

/** Reads a trusted file as the only source. Never rejects. */
export async function readPolicyFile(path: string): Promise<readonly PolicySource[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return [{ location: path, problem: 'unreadable' }];
  }
  try {
    return [{ location: path, values: JSON.parse(text.replace(/^\ufeff/, '')) }];
  } catch {
    return [{ location: path, problem: 'syntax' }];
  }
}
