/** @file Handlers that open statements: with their rows, as a combined statement, or as a document. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { CallOptions } from '../../../statement-engine/process/client.ts';
import * as procedures from '../database/listing.ts';
import { listStoredItems } from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import { findStoredRows, findStoredStatement } from '../stored-statement.ts';
import type { CurrentStatement } from './current-statement.ts';
import { createCombinedOpener } from './open-combined.ts';
import type { MethodArgs } from './open-statement.ts';

interface OpenHandlerDeps
  extends Pick<
    StatementPorts,
    | 'store'
    | 'contents'
    | 'statements'
    | 'statementFiles'
    | 'engine'
    | 'readGuard'
    | 'remembered'
    | 'layouts'
    | 'endSignOffs'
    | 'storedChecks'
  > {
  readonly current: CurrentStatement;
}

type OpenHandlers = Pick<
  Handlers,
  'viewer.open' | 'viewer.openCombined' | 'viewer.keepLayout' | 'viewer.document'
>;

export function createOpenHandlers(deps: OpenHandlerDeps): OpenHandlers {
  const { statements, store, statementFiles, engine, readGuard, layouts } = deps;
  const { takeHandle, requireLatestHandle, closePrevious, closeUnlessLatest, setOpen } = deps.current;
  const combinedOpener = createCombinedOpener(deps);

  /** Ends the sign-offs of the statements of a wallet, before they are read in another way. */
  async function endSignOffsOf(profileId: string, walletId: number): Promise<void> {
    const stored = await store.run(listStoredItems, { profileId, format: 'csv' });
    const items = stored.flatMap(({ item, wallet }) => (wallet.id === walletId ? [item] : []));
    await deps.endSignOffs(items, 'reading');
  }

  return {
    'viewer.open': async ({ statementId, options: chosenOptions }) => {
      const options = chosenOptions ?? {};
      const handle = takeHandle();
      const profileId = statements.activeProfile().id;
      const { item, walletId, size } = await findStoredRows(store, profileId, statementId);
      const statement = statements
        .activeWorker()
        .statementOf(await store.run(procedures.getStatement, { profileId, id: statementId }));
      const layout = await layouts.read(profileId, walletId);
      await closePrevious(handle);
      const remembered = chosenOptions === null ? await deps.remembered.read(profileId, walletId) : null;
      const openFile = async (
        openOptions: Pick<MethodArgs<'open'>, 'options' | 'remembered'>,
        call: CallOptions,
      ) =>
        engine.call('open', { handle, source: await statementFiles.grantSource(item), ...openOptions }, call);
      const {
        opened,
        use: rememberedUse,
        shape,
      } = await readGuard.read({ id: statementId, size }, async (callOptions) => {
        requireLatestHandle(handle);
        return openFile({ options, remembered }, callOptions);
      });
      await closeUnlessLatest(handle);
      const lengths = await setOpen(opened, {
        handle,
        files: [{ id: statementId, size }],
        statementIds: [statementId],
        parts: [{ item, firstRow: 0, rows: opened.rows, head: opened.preamble + opened.headerRows }],
        isCombined: false,
        currency: statement.wallet.currency,
        profileId,
        walletId,
        layout,
        // The options stored for the wallet may have changed since the statement was opened.
        reopen: async (callOptions) => {
          await openFile({ options: opened.options, remembered: null }, callOptions);
        },
      });
      const hasChosenOptions = Object.keys(options).length > 0;
      const kept = chosenOptions === null ? null : await deps.remembered.read(profileId, walletId);
      const isReadAnew =
        chosenOptions !== null && JSON.stringify(kept?.options ?? {}) !== JSON.stringify(options);
      if (isReadAnew) await endSignOffsOf(profileId, walletId);
      if (hasChosenOptions) await deps.remembered.keep(profileId, walletId, { options, shape });
      else if (chosenOptions !== null) await deps.remembered.forget(profileId, walletId);
      if (isReadAnew) await deps.storedChecks.repeat(profileId, walletId);
      return {
        handle,
        statement,
        opened,
        remembered: hasChosenOptions ? 'applied' : rememberedUse,
        layout,
        lengths,
      };
    },
    'viewer.openCombined': async ({ statementIds }) => {
      const handle = takeHandle();
      const worker = statements.activeWorker();
      const profileId = worker.profile.id;
      const table = await combinedOpener.prepare(profileId, statementIds);
      const walletIds = new Set(table.files.map(({ wallet }) => wallet.id));
      const [onlyWallet] = walletIds.size === 1 ? walletIds : [];
      const walletId = onlyWallet ?? 0;
      const layout = await layouts.read(profileId, walletId);
      await closePrevious(handle);
      const { opened, parts, left, repeated } = await combinedOpener.open(handle, table, () =>
        requireLatestHandle(handle),
      );
      await closeUnlessLatest(handle);
      const lengths = await setOpen(opened, {
        handle,
        files: parts.map(({ file }) => file),
        statementIds: parts.map(({ file }) => file.id),
        parts: parts.map(({ file, ...rows }) => ({ item: file.item, ...rows })),
        isCombined: true,
        currency: null,
        profileId,
        walletId,
        layout,
        reopen: (callOptions) => combinedOpener.reopen(handle, profileId, parts, callOptions),
      });
      const statementOf = async (id: number) =>
        worker.statementOf(await store.run(procedures.getStatement, { profileId, id }));
      return {
        handle,
        opened,
        statements: await Promise.all(
          parts.map(async ({ file, firstRow, rows, isDoubtful }) => ({
            firstRow,
            rows,
            isDoubtful,
            statement: await statementOf(file.id),
          })),
        ),
        left: await Promise.all(
          left.map(async ({ id, reason }) => ({ reason, statement: await statementOf(id) })),
        ),
        repeated,
        layout,
        lengths,
      };
    },
    'viewer.keepLayout': async ({ handle: openHandle, layout }) => {
      const current = deps.current.setReference(openHandle, layout.reference);
      const kept = await layouts.read(current.profileId, current.walletId);
      if (JSON.stringify(kept?.reference ?? null) !== JSON.stringify(layout.reference ?? null))
        await endSignOffsOf(current.profileId, current.walletId);
      await layouts.keep(current.profileId, current.walletId, layout);
      return null;
    },
    'viewer.document': async ({ statementId }) => {
      const profileId = statements.activeProfile().id;
      const storedStatement = await findStoredStatement(store, profileId, statementId);
      const { item, format, sha256 } = storedStatement;
      if (format !== 'pdf') throw new PaydeskError('arguments-invalid', 'Only a PDF is shown as a document');
      const statement = statements
        .activeWorker()
        .statementOf(await store.run(procedures.getStatement, { profileId, id: statementId }));
      const points = await readGuard.read(storedStatement, async (callOptions) =>
        engine.call(
          'checkPages',
          { source: await statementFiles.grantSource(item), facts: storedStatement },
          callOptions,
        ),
      );
      const produce = async () => ({
        bytes: await statementFiles.readAll(item, sha256),
        mediaType: 'application/pdf',
      });
      return { statement, points, address: deps.contents.issue(profileId, produce) };
    },
  };
}
