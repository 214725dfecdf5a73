/** @file Handlers of the sign-off of stored statements. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SerialQueue } from '../../../concurrency/serial-queue.ts';
import type { LoggedFile } from '../../../storage/library/sealed-log.ts';
import { countAnnotations, replay } from '../annotations/replay.ts';
import type { StatementPorts } from '../ports.ts';
import { findStoredRows, type StoredStatement } from '../stored-statement.ts';
import type { Measurement } from './measure-statement.ts';
import { determineFacts, type MeasuredStatement } from './sign-off-facts.ts';

interface SignOffHandlerDeps
  extends Pick<StatementPorts, 'store' | 'signOffs' | 'statements' | 'statementFiles' | 'annotationLog'> {
  readonly measure: Measurement['measure'];
  /** The order of changes of rows and sign-offs. */
  readonly changes: SerialQueue;
  readonly onSigned: (statementId: number) => Promise<void>;
  readonly onWithdrawn: (statementId: number) => Promise<void>;
}

type SignOffHandlers = Pick<
  NonNullable<Handlers['viewer.annotations']>,
  'signOffFacts' | 'signOff' | 'withdraw'
>;

export function createSignOffHandlers(deps: SignOffHandlerDeps): SignOffHandlers {
  const { measure, signOffs } = deps;

  async function findFile(
    statementId: number,
  ): Promise<LoggedFile & { readonly statement: StoredStatement }> {
    const profileId = deps.statements.activeProfile().id;
    const statement = await findStoredRows(deps.store, profileId, statementId);
    const sha256 = (await deps.statementFiles.listFiles()).get(statement.item)?.sha256;
    if (sha256 === undefined)
      throw new PaydeskError('statement-not-stored', 'The file is not in the library');
    return { profileId, sha256, statement };
  }

  async function readFacts(file: LoggedFile, measured: MeasuredStatement) {
    const entries = await deps.annotationLog.read(file);
    return determineFacts(measured, countAnnotations(replay(entries, measured)));
  }

  return {
    signOffFacts: async ({ statementId }) => {
      const { statement, ...file } = await findFile(statementId);
      return { facts: await readFacts(file, await measure(statement)) };
    },
    signOff: async ({ statementId, explanations }) => {
      const { statement, ...file } = await findFile(statementId);
      const measured = await measure(statement);
      await deps.changes.run(async () => {
        // Checking takes a while, and the clerk may have changed to another profile.
        requireActiveProfile(deps.statements.findActiveProfile(), { id: file.profileId });
        await signOffs.sign(file, await readFacts(file, measured), explanations);
        await deps.onSigned(statementId);
      });
      return { signOffs: await signOffs.readHistory(file) };
    },
    withdraw: async ({ statementId, reason }) => {
      const { statement: _, ...file } = await findFile(statementId);
      await deps.changes.run(async () => {
        await signOffs.withdraw(file, reason);
        await deps.onWithdrawn(statementId);
      });
      return { signOffs: await signOffs.readHistory(file) };
    },
  };
}
