/** @file Stored statements for an evidence pack: their originals, their checks, and the references in them. */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Opened } from '../../../shared/model/statements/open-statement.ts';
import type { EvidenceStatement, StatementEvidence } from '../../app/evidence-sources.ts';
import { historyHeader, historyRows } from './annotations/history-table.ts';
import * as transferProcedures from './database/transfer.ts';
import { formatExportName } from './original.ts';
import type { StatementPorts } from './ports.ts';
import { signOffHeader, signOffRows } from './sign-off/sign-off-table.ts';

/** References per call. */
const referencesPerCall = 20_000;

/** Describes how a file is read: encoding, separator, header, and the meaning and notation of each column. */
function describeReading({ encoding, separator, header, columns }: Opened): string[][] {
  const headerRow =
    header === null
      ? t('statementInterpretation.header.none')
      : t('statementInterpretation.header.row', { row: header + 1 });
  return [
    [t('statementInterpretation.encoding'), encoding],
    [t('evidence.reading.separator'), separator],
    [t('statementInterpretation.header.label'), headerRow],
    ...columns.map(({ name, role, kind, rule }, index) => [
      t('evidence.reading.column', { number: index + 1, name }),
      [role, kind, rule].filter((part) => part !== null).join(', '),
    ]),
  ];
}

export function createStatementEvidence(deps: StatementPorts): StatementEvidence {
  const { store, statementFiles, engine, readGuard } = deps;

  async function readReferences(
    { id, item, size, profileId, walletId }: EvidenceStatement,
    references: readonly string[],
  ): Promise<string[]> {
    const remembered = await deps.remembered.read(profileId, walletId);
    const column = (await deps.layouts.read(profileId, walletId))?.reference ?? null;
    const found = new Set<string>();
    for (let offset = 0; offset < references.length; offset += referencesPerCall) {
      const slice = references.slice(offset, offset + referencesPerCall);
      const payments = await readGuard.read({ id, size }, async (options) => {
        const source = await statementFiles.grantSource(item);
        return engine.call('payments', { source, remembered, column, references: slice }, options);
      });
      for (const { reference } of payments) found.add(reference);
    }
    return [...found];
  }

  async function findFile({ item, profileId }: EvidenceStatement) {
    const file = (await statementFiles.listFiles()).get(item);
    if (file === undefined) throw new PaydeskError('statement-not-stored', 'The file is not in the library');
    return { profileId, sha256: file.sha256 };
  }

  return {
    async list(profileId, statementIds) {
      const stored: EvidenceStatement[] = [];
      for (const id of new Set(statementIds)) {
        const { item, size, ...facts } = await store.run(transferProcedures.getStoredItem, { profileId, id });
        if (item === null) continue;
        const { format, walletId, since, till, sha256 } = facts;
        const name = formatExportName({ wallet: { id: walletId }, since, till }, `.${format}`);
        stored.push({ id, profileId, item, format, walletId, since, till, name, sha256, size: size ?? 0 });
      }
      return stored.sort(
        (one, two) =>
          one.walletId - two.walletId ||
          one.since.localeCompare(two.since) ||
          one.till.localeCompare(two.till) ||
          one.format.localeCompare(two.format) ||
          one.id - two.id,
      );
    },
    async findReferences(statement, references) {
      if (statement.format !== 'csv') return null;
      try {
        return await readReferences(statement, references);
      } catch {
        // The checklist says why the statement cannot be read.
        return null;
      }
    },
    async check({ id, item, size, profileId, walletId, format }) {
      const facts = await store.run(transferProcedures.getStoredItem, { profileId, id });
      return readGuard.read({ id, size }, async (options) => {
        const source = await statementFiles.grantSource(item);
        if (format === 'pdf')
          return { points: await engine.call('checkPages', { source, facts }, options), reading: [] };
        const handle = deps.nextHandle();
        const remembered = await deps.remembered.read(profileId, walletId);
        try {
          const { opened } = await engine.call('open', { handle, source, options: {}, remembered }, options);
          const points = await engine.call('check', { handle, facts }, options);
          return { points, reading: describeReading(opened) };
        } finally {
          // The end of the process closes the statement too.
          await engine.call('close', { handle }).catch(() => undefined);
        }
      });
    },
    historyHeader,
    readHistory: async (statement) => historyRows(await deps.annotationLog.read(await findFile(statement))),
    signOffHeader,
    readSignOffs: async (statement) =>
      signOffRows(await deps.signOffs.readHistory(await findFile(statement))),
    async *read({ item }) {
      const content = await deps.library.open(item);
      try {
        yield* content.frames();
      } finally {
        await content.close();
      }
    },
  };
}
