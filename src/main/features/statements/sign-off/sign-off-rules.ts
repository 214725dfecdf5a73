/** @file The rules of sign-offs: what a sign-off needs, and what ends it. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import {
  type Explanations,
  type ReopeningCause,
  type SignOffFacts,
  signOffEntrySchema,
} from '../../../../shared/model/statements/sign-off.ts';
import type { Clock, PlatformInfo } from '../../../platform/platform.ts';
import type { Library } from '../../../storage/library/library.ts';
import { createSealedLog, type LoggedFile } from '../../../storage/library/sealed-log.ts';

export type SignOffLog = ReturnType<typeof createSignOffLog>;

/** Creates the log over the library. Items are not joined, so that each entry can be listed without its content. */
export function createSignOffLog(library: Library) {
  return createSealedLog(library, 'sign-off', {
    entry: signOffEntrySchema,
    summary: z.object({ type: z.enum(['signed', 'withdrawn', 'reopened']), at: z.string() }),
    itemsPerTier: Number.POSITIVE_INFINITY,
  });
}

export type SignOffs = ReturnType<typeof createSignOffs>;

export function createSignOffs({
  log,
  clock,
  info,
}: {
  readonly log: SignOffLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly info: Pick<PlatformInfo, 'osUser'>;
}) {
  const createOrigin = () => ({ at: new Date(clock.now()).toISOString(), who: info.osUser });
  /** Returns the last entry of every statement of a profile with a history, by SHA-256. */
  const listLast = async (profileId: string) =>
    new Map((await log.list(profileId)).map(({ sha256, summary }) => [sha256, summary]));
  const isSigned = async ({ profileId, sha256 }: LoggedFile) =>
    (await listLast(profileId)).get(sha256)?.type === 'signed';

  return {
    /** Returns the history of a statement, oldest first. */
    readHistory: (file: LoggedFile) => log.read(file),
    /**
     * Signs a statement off. Rejects with `arguments-invalid` when a check did not pass and nothing explains it, and for a
     * statement that is signed off.
     */
    async sign(file: LoggedFile, facts: SignOffFacts, explanations: Explanations) {
      if (await isSigned(file))
        throw new PaydeskError('arguments-invalid', 'The statement is already signed off');
      const explained = new Set(explanations.map(({ id }) => id));
      if (facts.openChecks.some(({ id }) => !explained.has(id)))
        throw new PaydeskError('arguments-invalid', 'A check did not pass and is not explained');
      const openIds = new Set(facts.openChecks.map(({ id }) => id));
      const kept = explanations.filter(({ id }) => openIds.has(id));
      await log.append(file, { type: 'signed', ...createOrigin(), facts, explanations: kept });
    },
    /** Withdraws a sign-off, which stays in the history. Rejects with `arguments-invalid` without one. */
    async withdraw(file: LoggedFile, reason: string) {
      if (!(await isSigned(file)))
        throw new PaydeskError('arguments-invalid', 'The statement is not signed off');
      await log.append(file, { type: 'withdrawn', ...createOrigin(), reason });
    },
    /**
     * Reopens a statement that is signed off, before what it concluded is changed: a crash in between must not leave a sign-off
     * of other ticks. Returns whether the statement was signed off.
     */
    async reopen(file: LoggedFile, cause: ReopeningCause) {
      if (!(await isSigned(file))) return false;
      await log.append(file, { type: 'reopened', ...createOrigin(), cause });
      return true;
    },
    /** Returns `PROFILE SHA-256` of the statements of all profiles that are signed off now. */
    async listSignedFiles() {
      const last = new Map(
        (await log.list()).map(({ profileId, sha256, summary }) => [`${profileId} ${sha256}`, summary.type]),
      );
      return [...last].flatMap(([file, type]) => (type === 'signed' ? [file] : []));
    },
    /** Returns when each statement that is signed off now was signed, ISO 8601 UTC, by SHA-256. */
    async listSigned(profileId: string) {
      const last = await listLast(profileId);
      return new Map(
        [...last].flatMap(([sha256, { type, at }]) => (type === 'signed' ? [[sha256, at]] : [])),
      );
    },
  };
}
