/** @file Queries about what is open in the viewer: its rows, sums, groups, charts, references and checks. */
import { maxLinesBefore } from '../../../../shared/contract/viewer.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { createAgreementQueries } from '../agreement/agreement-queries.ts';
import { findDuplicateReferences } from '../compare/duplicate-references.ts';
import * as transferProcedures from '../database/transfer.ts';
import type { StatementPorts } from '../ports.ts';
import { findStoredStatement } from '../stored-statement.ts';
import type { CurrentStatement } from './current-statement.ts';

interface ViewerQueryDeps
  extends Pick<StatementPorts, 'store' | 'readGuard' | 'remembered' | 'statements' | 'statementFiles'> {
  readonly current: CurrentStatement;
  readonly agreementQueries: ReturnType<typeof createAgreementQueries>;
}

/** Rows from which references are collected for the proofs. */
const maxReferenceRows = 10_000;

export function createViewerQueries(deps: ViewerQueryDeps): NonNullable<Handlers['viewer.query']> {
  const { store, statementFiles, readGuard } = deps;
  const { client, requireOpen, requireStatement, isOpen, callOpen } = deps.current;
  const findStored = (id: number) => findStoredStatement(store, deps.statements.activeProfile().id, id);
  const findOpenStatement = (handle: number) => findStored(requireStatement(handle));
  return {
    window: async (args) => ({ rows: await callOpen('window', args) }),
    async numbers({ handle: openHandle, ...places }) {
      const choice = { kind: 'range', ...places } as const;
      return { rows: [...(await callOpen('numbers', { handle: openHandle, choice }))] };
    },
    groups: (args) => callOpen('groups', args),
    findGroups: async (args) => ({ rows: await callOpen('findGroups', args) }),
    chart: (args) => callOpen('chart', args),
    hit: async (args) => ({ place: await callOpen('hit', args) }),
    sums: ({ rows, ...args }) => callOpen('sums', { ...args, choice: rows }),
    references: async ({ handle: openHandle, rows: choice }) => {
      const current = requireOpen(openHandle);
      const reference = current.chosenReference ?? current.detectedReference;
      if (reference === null) return { references: [], rows: 0 };
      const cells = await client.call(current, 'cells', {
        handle: openHandle,
        column: reference,
        choice,
        most: maxReferenceRows,
      });
      const references = new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
      return { references: [...references], rows: cells.length };
    },
    ...deps.agreementQueries,
    check: async ({ handle: openHandle }) => {
      const storedStatement = await findOpenStatement(openHandle);
      return { points: await callOpen('check', { handle: openHandle, facts: storedStatement }) };
    },
    checkTable: async ({ handle: openHandle }) => {
      const facts = await Promise.all(requireOpen(openHandle).statementIds.map(findStored));
      return callOpen('checkUnion', { handle: openHandle, facts });
    },
    duplicateReferences: async ({ handle: openHandle }) => {
      const { chosenReference } = requireOpen(openHandle);
      const storedStatement = await findOpenStatement(openHandle);
      const remembered = await deps.remembered.read(storedStatement.profileId, storedStatement.walletId);
      return findDuplicateReferences({
        others: await store.run(transferProcedures.listOtherStoredItems, storedStatement),
        compare: (other) =>
          readGuard.read(other, async (callOptions) => {
            const { item, since, till } = other;
            const source = await statementFiles.grantSource(item);
            const periods = {
              own: { since: storedStatement.since, till: storedStatement.till },
              other: { since, till },
            };
            const args = { handle: openHandle, reference: chosenReference, source, remembered, ...periods };
            return client.callOnce(requireOpen(openHandle), 'duplicateReferences', args, callOptions);
          }),
        isOpen: () => isOpen(openHandle),
      });
    },
    linesBefore: (args) => callOpen('linesBefore', { ...args, most: maxLinesBefore }),
    preview: (args) => callOpen('preview', args),
  };
}
