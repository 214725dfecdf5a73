/** @file Stored statements, and their ticks and notes, for a retention period. */
import { toPaydeskError } from '../../../shared/errors.ts';
import type { StatementEvidence } from '../../app/evidence-sources.ts';
import { type RetainedItem, type RetainedItems, toDay } from '../../app/retained-items.ts';
import type { Library } from '../../storage/library/library.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/transfer.ts';
import type { OpenStatements } from './grid/open-statements.ts';
import type { StatementPorts } from './ports.ts';
import type { StatementFiles } from './statement-files.ts';
import type { Statements } from './statements.ts';

interface RetainedStatementsDeps {
  readonly store: Pick<Store, 'run'>;
  readonly openStatements: OpenStatements;
  readonly library: Pick<Library, 'start' | 'state'>;
  readonly statementFiles: Pick<StatementFiles, 'remove'>;
  readonly statements: Pick<Statements, 'find'>;
}

type RetainedNotesDeps = Pick<StatementPorts, 'store' | 'openStatements' | 'annotationLog'>;

/**
 * Creates a function that returns those of the references that occur in any of the statements with these SHA-256. Returns all
 * references when one of the statements cannot be searched: whether it contains them is unknown then.
 */
export function createReferencesFinder(
  store: Pick<Store, 'run'>,
  evidence: Pick<StatementEvidence, 'list' | 'findReferences'>,
): (
  profileId: string,
  sha256s: ReadonlySet<string | null>,
  references: readonly string[],
) => Promise<ReadonlySet<string>> {
  return async (profileId, sha256s, references) => {
    const rows = await listRows(store);
    const ids = rows
      .filter((row) => row.profileId === profileId && sha256s.has(row.sha256))
      .map(({ id }) => id);
    const found = new Set<string>();
    for (const statement of await evidence.list(profileId, ids)) {
      const inStatement = await evidence.findReferences(statement, references);
      if (inStatement === null) return new Set(references);
      for (const reference of inStatement) found.add(reference);
    }
    return found;
  };
}

type RetainedRow = Awaited<ReturnType<typeof listRows>>[number];

const listRows = (store: Pick<Store, 'run'>) => store.run(procedures.listRetained, null);

function toStatement({ walletId, walletName, since, till, format }: RetainedRow): RetainedItem['statement'] {
  return { walletId, walletName, since, till, format };
}

/** Creates the access to statements; an item is identified by its file in the library. */
export function createRetainedStatements(deps: RetainedStatementsDeps): RetainedItems {
  const { store, library, statementFiles } = deps;
  return {
    async list() {
      return (await listRows(store)).map((row) => ({
        id: row.item,
        profileId: row.profileId,
        periodStart: row.till,
        storedOn: toDay(row.storedAt),
        statement: toStatement(row),
        reference: null,
        sha256: row.sha256,
      }));
    },
    async remove(profileId, items) {
      await library.start();
      await deps.openStatements.closeAll();
      // The rows go first: a row without a file would ask the clerk to request the statement again.
      await store.run(procedures.removeStatements, { profileId, items: [...items] });
      for (const item of items)
        if (library.state().state !== 'unused')
          await statementFiles.remove(item).catch((thrown: unknown) => {
            if (toPaydeskError(thrown).code !== 'library-item-unknown') throw thrown;
          });
      deps.statements.find(profileId)?.schedulePublish();
    },
  };
}

const keyOf = (file: { readonly profileId: string; readonly sha256: string | null }) =>
  `${file.profileId} ${file.sha256}`;

/** Creates the access to ticks and notes; an item is identified by the SHA-256 of its statement. */
export function createRetainedNotes(deps: RetainedNotesDeps): RetainedItems {
  return {
    async list() {
      const rows = await listRows(deps.store);
      const rowByFile = new Map(rows.map((row) => [keyOf(row), row]));
      const items = (await deps.annotationLog.list()).map((item) => [keyOf(item), item] as const);
      // The last item of each statement.
      return [...new Map(items)].map(([key, { profileId, sha256, sealedAt }]) => {
        const row = rowByFile.get(key);
        const changedOn = toDay(sealedAt);
        return {
          id: sha256,
          profileId,
          periodStart: changedOn,
          storedOn: changedOn,
          statement: row === undefined ? null : toStatement(row),
          reference: null,
          sha256,
        };
      });
    },
    async remove(profileId, ids) {
      await deps.openStatements.closeAll();
      for (const sha256 of ids) await deps.annotationLog.remove({ profileId, sha256 });
    },
  };
}
