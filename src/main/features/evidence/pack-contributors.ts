/** @file The contributors of a pack, in the order of its index: originals, proofs, checks, annotations, sign-offs and activity. */
import { toPaydeskError } from '../../../shared/errors.ts';
import { describeCheckFacts, describeCheckTitle } from '../../../shared/messages/check-points.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';
import type { EvidenceStatement } from '../../app/evidence-sources.ts';
import { createNameDeduplicator } from '../../files/unique-names.ts';
import { createCsvContent } from '../../formats/csv/csv-writer.ts';
import { contentOf, type PackContributor, type PackPlan, type PackSources } from './contributor.ts';
import { createMatchingFiles, ledgersOf, nameLedgers } from './matching-files.ts';

const activityPath = 'activity.csv';
const checksPath = 'checks.csv';
const readingsPath = 'readings.csv';
const annotationsPath = 'ticks-and-notes.csv';
const signOffsPath = 'sign-offs.csv';

/** Returns the path of each statement, the same in every part of a pack. */
function nameStatements(statements: readonly EvidenceStatement[]): ReadonlyMap<number, string> {
  const makeUnique = createNameDeduplicator();
  return new Map(
    statements.map(({ id, walletId, name }) => [id, makeUnique(`statements/${walletId}/${name}`)]),
  );
}

function describePeriod({ walletId, since, till }: EvidenceStatement): string {
  return t('evidence.file.statement', { wallet: String(walletId), since, till });
}

/** The statements, byte for byte. */
function createStatementFiles(sources: PackSources): PackContributor {
  return async function* files({ statements }) {
    const paths = nameStatements(statements);
    for (const statement of statements) {
      yield {
        path: paths.get(statement.id) ?? statement.name,
        title: describePeriod(statement),
        content: sources.statements.read(statement),
        ...(statement.sha256 === null ? {} : { sha256: statement.sha256 }),
      };
    }
  };
}

/** The proofs: the document for a reader, and the response of the service, byte for byte. */
function createProofFiles(sources: PackSources): PackContributor {
  return async function* files({ proofs }, addTable) {
    const makeUnique = createNameDeduplicator();
    const left: string[][] = [];
    for (const proof of proofs) {
      const facts = { reference: proof.reference, time: proof.receivedAt };
      yield {
        path: makeUnique(`proofs/as-received/${proof.receivedName}`),
        title: t('evidence.file.proofReceived', facts),
        content: contentOf(() => sources.proofs.readReceived(proof)),
        sha256: proof.receivedSha256,
      };
      try {
        const document = await sources.proofs.readDocument(proof);
        yield {
          path: makeUnique(`proofs/${proof.name}`),
          title: t('evidence.file.proof', facts),
          content: contentOf(() => document),
        };
      } catch (thrown) {
        const { code } = toPaydeskError(thrown);
        if (code !== 'proof-unreadable') throw thrown;
        left.push([proof.reference, describeError(toPaydeskError(thrown)).title]);
      }
    }
    if (left.length > 0)
      addTable({
        title: t('evidence.cover.proofsLeft'),
        header: [t('evidence.field.reference'), t('evidence.field.reason')],
        rows: left,
      });
  };
}

/** The integrity checks of each statement in words; those that did not pass are on the cover page too. */
function createCheckFiles(sources: PackSources): PackContributor {
  const header = () => [
    t('evidence.field.statement'),
    t('evidence.field.check'),
    t('evidence.field.result'),
    t('evidence.field.facts'),
  ];
  const passed = t('integrity.result.passed');

  async function checkOne(
    statement: EvidenceStatement,
    path: string,
    readings: string[][],
  ): Promise<string[][]> {
    try {
      const { points, reading } = await sources.statements.check(statement);
      readings.push(...reading.map((cells) => [path, ...cells]));
      return points.map((point) => [
        path,
        describeCheckTitle(point),
        t(`integrity.result.${point.result}`),
        describeCheckFacts(point),
      ]);
    } catch (thrown) {
      const error = toPaydeskError(thrown);
      if (error.code !== 'statement-unreadable' && error.code !== 'statement-too-large') throw thrown;
      return [[path, t('evidence.checks.none'), t('integrity.result.cannot'), describeError(error).title]];
    }
  }

  return async function* files({ statements, unsearched, matchings }, addTable) {
    const paths = nameStatements(statements);
    const rows: string[][] = [];
    const readings: string[][] = [];
    for (const statement of statements) {
      const path = paths.get(statement.id) ?? statement.name;
      rows.push(...(await checkOne(statement, path, readings)));
      if (unsearched.has(statement.id))
        rows.push([
          path,
          t('evidence.field.proofs'),
          t('integrity.result.cannot'),
          t('evidence.checks.unsearched'),
        ]);
    }
    yield {
      path: checksPath,
      title: t('evidence.file.checks'),
      content: createCsvContent(header(), toRows(rows)),
    };
    const ledgerPaths = nameLedgers(matchings);
    for (const { id, name, reading } of ledgersOf(matchings))
      readings.push(...reading.map((cells) => [ledgerPaths.get(id) ?? name, ...cells]));
    yield {
      path: readingsPath,
      title: t('evidence.file.readings'),
      content: createCsvContent(
        [t('evidence.field.file'), t('evidence.reading.what'), t('evidence.reading.how')],
        toRows(readings),
      ),
    };
    const concerns = rows.filter(([, , result]) => result !== passed);
    if (concerns.length > 0)
      addTable({ title: t('evidence.cover.checks'), header: header(), rows: concerns });
  };
}

/** A table with the histories of all statements of a plan that have one. */
interface HistoryFile {
  readonly path: string;
  readonly title: () => string;
  readonly header: () => readonly string[];
  readonly statementsOf: (plan: PackPlan) => ReadonlySet<number>;
  readonly read: (statement: EvidenceStatement) => Promise<string[][]>;
}

function createHistoryFile({ path, title, header, statementsOf, read }: HistoryFile): PackContributor {
  async function* historyRows(plan: PackPlan): AsyncGenerator<string[]> {
    const paths = nameStatements(plan.statements);
    for (const statement of plan.statements) {
      if (!statementsOf(plan).has(statement.id)) continue;
      for (const row of await read(statement)) yield [paths.get(statement.id) ?? statement.name, ...row];
    }
  }

  return async function* files(plan) {
    if (statementsOf(plan).size === 0) return;
    const content = createCsvContent([t('evidence.field.statement'), ...header()], historyRows(plan));
    yield { path, title: title(), content };
  };
}

/** The history of the ticks and notes of all statements. */
function createAnnotationFiles({ statements }: PackSources): PackContributor {
  return createHistoryFile({
    path: annotationsPath,
    title: () => t('evidence.file.annotations'),
    header: statements.historyHeader,
    statementsOf: ({ annotated }) => annotated,
    read: (statement) => statements.readHistory(statement),
  });
}

/** The history of the sign-offs of all statements. */
function createSignOffFiles({ statements }: PackSources): PackContributor {
  return createHistoryFile({
    path: signOffsPath,
    title: () => t('evidence.file.signOffs'),
    header: statements.signOffHeader,
    statementsOf: ({ signedOff }) => signedOff,
    read: (statement) => statements.readSignOffs(statement),
  });
}

async function* toRows(rows: readonly string[][]): AsyncGenerator<string[]> {
  yield* rows;
}

/** The entries of the activity about the statements and proofs. */
function createActivityFile({ activity }: PackSources): PackContributor {
  return async function* files({ entries }) {
    if (entries.length === 0) return;
    yield {
      path: activityPath,
      title: t('evidence.file.activity', { count: entries.length }),
      content: createCsvContent(activity.header(), activity.exportEntries(entries)),
    };
  };
}

/** All parts of a pack. A new part is added only here. */
export function createContributors(sources: PackSources): readonly PackContributor[] {
  return [
    createStatementFiles(sources),
    createProofFiles(sources),
    createCheckFiles(sources),
    createAnnotationFiles(sources),
    createSignOffFiles(sources),
    createMatchingFiles(sources, nameStatements),
    createActivityFile(sources),
  ];
}
