/** @file Matchings with ledgers for an evidence pack: their matches, the open rows of both files, and the ledgers. */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { describeError } from '../../../../shared/messages/error-messages.ts';
import { t } from '../../../../shared/messages/index.ts';
import { describeMatch } from '../../../../shared/messages/ledger-texts.ts';
import { findColumn } from '../../../../shared/model/statements/column-layout.ts';
import {
  type MatchedRow,
  type MatchSide,
  matchKindSchema,
  matchSideSchema,
  type OpenRow,
  type RowMatch,
} from '../../../../shared/model/statements/ledger.ts';
import type {
  EvidenceLedger,
  EvidenceMatching,
  EvidenceStatement,
  MatchingEvidence,
  MatchingPaths,
} from '../../../app/evidence-sources.ts';
import type { CsvRow } from '../../../formats/csv/csv-writer.ts';
import { EngineEndedError, maxDeadlineMs } from '../../../statement-engine/process/client.ts';
import * as procedures from '../database/listing.ts';
import { createCombinedOpener } from '../grid/open-combined.ts';
import type { StatementPorts } from '../ports.ts';
import { daysBetween } from './ledger-age.ts';
import {
  type DecidedLink,
  type DecidedLinks,
  type StoredLedger,
  toClerkLinks,
  toPair,
} from './ledger-files.ts';

/** Rows of an open file or table that one file has. */
interface Part {
  readonly id: number;
  readonly firstRow: number;
  /** Number of rows before the data in the file. */
  readonly head: number;
}

interface OpenMatching {
  readonly handle: number;
  readonly parts: readonly Part[];
  /** Number of rows before the data in the ledger. */
  readonly ledgerHead: number;
  /** Links of the clerk by their rows. */
  readonly linkOf: ReadonlyMap<string, DecidedLink>;
  /** Separations of the clerk by row. */
  readonly separationOf: Readonly<Record<MatchSide, ReadonlyMap<number, DecidedLink>>>;
}

const rowsPerCall = 1_000;

/** Errors of one matching, which the pack states in its place. */
const statedErrors: ReadonlySet<string> = new Set([
  'statement-unreadable',
  'statement-not-stored',
  'statement-too-large',
  'ledger-unreadable',
  'ledger-not-table',
  'ledger-ambiguous',
]);

function describeLedger({ id, name, original, options, ...csv }: StoredLedger): EvidenceLedger {
  const { item, size, sha256 } = original ?? { ...csv, item: id };
  const sheet = original?.sheet ?? null;
  const reading = [
    ...(sheet === null ? [] : [[t('evidence.reading.sheet'), sheet]]),
    ...Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)]),
  ];
  return { id, name, sheet, reading, item, size, sha256 };
}

const hashOf = ({ sha256, item }: EvidenceStatement) => sha256 ?? item;

const toKey = (rows: readonly number[]) => rows.toSorted((one, two) => one - two).join();

function keyOfLink({ statement, ledger }: Record<MatchSide, readonly number[]>): string {
  return `${toKey(statement)} ${toKey(ledger)}`;
}

function indexDecisions({ links, separated }: DecidedLinks): Pick<OpenMatching, 'linkOf' | 'separationOf'> {
  const byRow = (side: MatchSide) =>
    new Map(separated.flatMap((link) => link[side].map((row) => [row, link] as const)));
  return {
    linkOf: new Map(links.map((link) => [keyOfLink(link), link])),
    separationOf: { statement: byRow('statement'), ledger: byRow('ledger') },
  };
}

function describeDecision(link: DecidedLink | undefined): string[] {
  return [link?.decided.who ?? '', link?.decided.at ?? ''];
}

function describeRow({ date, reference, name, amount, currency }: MatchedRow): (string | null)[] {
  return [date ?? '', reference, name, amount ?? '', currency];
}

const rowHeader = () => [
  t('ledger.evidence.file'),
  t('ledger.evidence.row'),
  t('ledger.column.date'),
  t('ledger.column.reference'),
  t('ledger.column.name'),
  t('ledger.column.amount'),
  t('ledger.column.currency'),
];

const decisionHeader = () => [t('annotations.history.user'), t('annotations.history.time')];

export function createMatchingEvidence(deps: StatementPorts): MatchingEvidence {
  const { engine, readGuard, statementFiles, ledgerFiles } = deps;
  const combinedOpener = createCombinedOpener(deps);

  /** Opens the statements as they are open in the window: one alone, several as a combined statement. */
  async function openStatements(handle: number, { files }: EvidenceMatching) {
    const [file] = files;
    if (file === undefined) throw new PaydeskError('statement-not-stored', 'The matching has no statement');
    const { profileId } = file;
    if (files.length > 1) {
      const prepared = await combinedOpener.prepare(
        profileId,
        files.map(({ id }) => id),
      );
      const { opened, parts, left } = await combinedOpener.open(handle, prepared, () => undefined);
      if (left.length > 0) throw new PaydeskError('statement-unreadable', 'A statement was left out');
      const wallets = new Set(files.map(({ walletId }) => walletId));
      return {
        opened,
        parts: parts.map(({ file: { id }, firstRow, head }) => ({ id, firstRow, head })),
        profileId,
        walletId: wallets.size === 1 ? file.walletId : 0,
        currency: null,
      };
    }
    const { id, item, size, walletId } = file;
    const remembered = await deps.remembered.read(profileId, walletId);
    const { opened } = await readGuard.read({ id, size }, async (options) =>
      engine.call(
        'open',
        { handle, source: await statementFiles.grantSource(item), options: {}, remembered },
        options,
      ),
    );
    const { wallet } = await deps.store.run(procedures.getStatement, { profileId, id });
    const head = opened.preamble + opened.headerRows;
    const parts = [{ id, firstRow: 0, head }];
    return { opened, parts, profileId, walletId, currency: wallet.currency };
  }

  async function matchAgain(handle: number, matching: EvidenceMatching): Promise<OpenMatching> {
    const { opened, parts, profileId, walletId, currency } = await openStatements(handle, matching);
    const names = opened.columns.map(({ name }) => name);
    const reference = findColumn(names, (await deps.layouts.read(profileId, walletId))?.reference ?? null);
    const { id } = matching.ledger;
    const ledger = (await ledgerFiles.list(profileId)).find((stored) => stored.id === id);
    if (ledger === undefined) throw new PaydeskError('ledger-unknown', 'The ledger is not in the library');
    const statements = matching.files.map(hashOf);
    const pair = toPair({
      profileId,
      ledgerSha256: ledger.sha256,
      statements,
      statementRows: opened.rows,
      ledgerHeader: ledger.options.header,
    });
    const { settings, links } = await ledgerFiles.readDecisions(pair);
    if (!(await ledgerFiles.beginReading(id)))
      throw new PaydeskError('ledger-unreadable', 'The ledger ended the process that read it, twice');
    let isBroken = false;
    try {
      const { options } = ledger;
      const args = { handle, key: id, options, reference, currency, settings, links: toClerkLinks(links) };
      const source = await ledgerFiles.grantSource(id);
      await engine.call('matchLedger', { ...args, source }, { deadlineMs: maxDeadlineMs });
    } catch (thrown) {
      isBroken = thrown instanceof EngineEndedError && thrown.blame !== 'other';
      throw thrown;
    } finally {
      if (!isBroken) await ledgerFiles.endReading(id);
    }
    const ledgerHead = await engine.call('ledgerHead', { handle });
    return { handle, parts, ledgerHead, ...indexDecisions(links) };
  }

  /** Yields lines about a matching, which is open only meanwhile. */
  async function* withMatching(
    matching: EvidenceMatching,
    path: string,
    read: (opened: OpenMatching) => AsyncIterable<CsvRow>,
  ): AsyncGenerator<CsvRow> {
    const handle = deps.nextHandle();
    try {
      const opened = await matchAgain(handle, matching).catch((thrown: unknown) => toPaydeskError(thrown));
      if (!(opened instanceof PaydeskError)) {
        for await (const line of read(opened)) yield [path, ...line];
      } else if (statedErrors.has(opened.code)) {
        yield [path, '', t('ledger.evidence.notMatched'), describeError(opened).title];
      } else throw opened;
    } finally {
      // The end of the process closes the statements too.
      await engine.call('close', { handle }).catch(() => undefined);
    }
  }

  /** Returns the file of a row and its number in the file, from 1. */
  function placeOf(
    { parts, ledgerHead }: OpenMatching,
    paths: MatchingPaths,
    { side, row }: { readonly side: MatchSide; readonly row: number },
  ): [string, number] {
    if (side === 'ledger') return [paths.ledger, ledgerHead + row + 1];
    const part = parts.findLast(({ firstRow }) => firstRow <= row) ?? { id: 0, firstRow: 0, head: 0 };
    return [paths.statements.get(part.id) ?? '', part.head + row - part.firstRow + 1];
  }

  function matchLines(
    opened: OpenMatching,
    paths: MatchingPaths,
    { match, number }: { readonly match: RowMatch; readonly number: number },
  ): CsvRow[] {
    const rowsOf = (side: MatchSide) => match[side].map(({ row }) => row);
    const key = keyOfLink({ statement: rowsOf('statement'), ledger: rowsOf('ledger') });
    const decision = match.kind === 'by-hand' ? opened.linkOf.get(key) : undefined;
    return matchSideSchema.options.flatMap((side) =>
      match[side].map((row) => [
        number,
        t(`ledger.kind.${match.kind}`),
        describeMatch(match),
        ...placeOf(opened, paths, { side, row: row.row }),
        ...describeRow(row),
        ...describeDecision(decision),
      ]),
    );
  }

  async function* listMatches(opened: OpenMatching, paths: MatchingPaths): AsyncGenerator<CsvRow> {
    const kinds = [...matchKindSchema.options];
    for (let offset = 0; ; offset += rowsPerCall) {
      const page = { kinds, offset, limit: rowsPerCall, isWhole: true };
      const { matches } = await engine.call('ledgerMatches', { handle: opened.handle, ...page });
      for (const [index, match] of matches.entries())
        yield* matchLines(opened, paths, { match, number: offset + index + 1 });
      if (matches.length < rowsPerCall) return;
    }
  }

  function openLine(
    opened: OpenMatching,
    paths: MatchingPaths,
    { side, row, lastDay }: { readonly side: MatchSide; readonly row: OpenRow; readonly lastDay: string },
  ): CsvRow {
    const isSeparated = row.reason === 'separated';
    return [
      t(`ledger.side.${side}`),
      row.reason === null ? t('ledger.reason.none') : t(`ledger.reason.${row.reason}`),
      row.date === null ? '' : daysBetween(row.date, lastDay),
      lastDay,
      ...placeOf(opened, paths, { side, row: row.row }),
      ...describeRow(row),
      ...describeDecision(isSeparated ? opened.separationOf[side].get(row.row) : undefined),
    ];
  }

  async function* listOpenRows(
    opened: OpenMatching,
    paths: MatchingPaths,
    lastDay: string,
  ): AsyncGenerator<CsvRow> {
    for (const side of matchSideSchema.options)
      for (let offset = 0; ; offset += rowsPerCall) {
        const page = { side, only: 'all' as const, offset, limit: rowsPerCall, isWhole: true };
        const { rows } = await engine.call('ledgerRows', { handle: opened.handle, ...page });
        for (const row of rows) yield openLine(opened, paths, { side, row, lastDay });
        if (rows.length < rowsPerCall) break;
      }
  }

  return {
    async list(profileId, statements) {
      const bySha256 = new Map(statements.map((file) => [hashOf(file), file]));
      const recorded = await ledgerFiles.listMatchings(profileId);
      const matchings = recorded.flatMap((matching) => {
        const files = matching.statements.flatMap((sha256) => bySha256.get(sha256) ?? []);
        return files.length === matching.statements.length
          ? [{ ledger: describeLedger(matching.ledger), files }]
          : [];
      });
      const placeOfFile = new Map(statements.map(({ id }, place) => [id, place]));
      const firstPlace = ({ files: [file] }: EvidenceMatching) => placeOfFile.get(file?.id ?? 0) ?? 0;
      return matchings.sort(
        (one, two) =>
          firstPlace(one) - firstPlace(two) ||
          one.files.length - two.files.length ||
          one.ledger.name.localeCompare(two.ledger.name) ||
          one.ledger.sha256.localeCompare(two.ledger.sha256) ||
          one.files.map(hashOf).join().localeCompare(two.files.map(hashOf).join()),
      );
    },
    matchesHeader: () => [
      t('ledger.side.ledger'),
      t('ledger.evidence.match'),
      t('ledger.column.kind'),
      t('ledger.column.why'),
      ...rowHeader(),
      ...decisionHeader(),
    ],
    readMatches: (matching, paths) =>
      withMatching(matching, paths.ledger, (opened) => listMatches(opened, paths)),
    openItemsHeader: () => [
      t('ledger.side.ledger'),
      t('ledger.evidence.side'),
      t('ledger.column.reason'),
      t('ledger.export.age'),
      t('ledger.evidence.ageOn'),
      ...rowHeader(),
      ...decisionHeader(),
    ],
    readOpenItems: (matching, paths) => {
      const lastDay = matching.files.reduce((latest, { till }) => (till > latest ? till : latest), '');
      return withMatching(matching, paths.ledger, (opened) => listOpenRows(opened, paths, lastDay));
    },
    async *readLedger({ item }) {
      const content = await deps.library.open(item);
      try {
        yield* content.frames();
      } finally {
        await content.close();
      }
    },
  };
}
