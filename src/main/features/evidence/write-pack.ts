/** @file Plans a pack and writes it. */
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { DownloadProblem } from '../../../shared/model/statements/statements.ts';
import { type CsvRow, createCsvContent } from '../../formats/csv/csv-writer.ts';
import type { TextPages } from '../../formats/pages/text-pages.ts';
import { type CoverTable, contentOf, type PackFile, type PackPlan, type PackSources } from './contributor.ts';
import { createCoverPage, type PackOrigin } from './cover-page.ts';
import { ledgersOf } from './matching-files.ts';
import { createContributors } from './pack-contributors.ts';
import { type PackDrive, requireNotCancelled, type WrittenFile } from './pack-drive.ts';
import { indexPath, sumsPath } from './pack-path.ts';
import { formatSums } from './sums.ts';

/** A written file of a pack. */
interface IndexedFile {
  readonly path: string;
  readonly title: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

const coverPath = 'cover-page.pdf';

/** Sets a text as a PDF; `null` when it has too many pages. */
type RenderPages = (text: TextPages) => Promise<Uint8Array | null>;

async function* toIndexRows(files: readonly IndexedFile[]): AsyncGenerator<CsvRow> {
  for (const { path, title, size, sha256 } of files) yield [path, title, size, sha256];
}

/** Sets the cover page; without its tables, which checks.csv has too, when these have too many pages. */
async function renderCover(
  renderPages: RenderPages,
  plan: PackPlan,
  tables: CoverTable[],
  origin: PackOrigin,
) {
  const pdf =
    (await renderPages(createCoverPage(plan, tables, origin))) ??
    (await renderPages(createCoverPage(plan, [], origin)));
  if (pdf === null) throw new PaydeskError('unexpected', 'The cover page has too many pages');
  return pdf;
}

/** Reports progress in bytes. */
type OnProgress = (done: number, total: number) => void;

/**
 * Finds what belongs to statements: their proofs, and the entries of the activity about both. `requireAllowed` must throw
 * unless the profile is active: the proofs are those of the active profile.
 */
export async function planPack(
  sources: PackSources,
  profile: Profile,
  statementIds: readonly number[],
  {
    signal,
    onProgress,
    requireAllowed,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: OnProgress;
    readonly requireAllowed: () => void;
  },
): Promise<PackPlan> {
  const statements = await sources.statements.list(profile.id, statementIds);
  if (statements.length === 0)
    throw new PaydeskError('statement-not-stored', 'None of the statements is stored');
  requireAllowed();
  const proofs = await sources.proofs.list();
  const references = [...new Set(proofs.map(({ reference }) => reference))];
  const found = new Set<string>();
  const unsearched = new Set<number>();
  const annotated = new Set<number>();
  const signedOff = new Set<number>();
  const total = statements.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const statement of statements) {
    requireNotCancelled(signal);
    const inStatement = await sources.statements.findReferences(statement, references);
    if (inStatement === null) unsearched.add(statement.id);
    for (const reference of inStatement ?? []) found.add(reference);
    if ((await sources.statements.readHistory(statement)).length > 0) annotated.add(statement.id);
    if ((await sources.statements.readSignOffs(statement)).length > 0) signedOff.add(statement.id);
    done += statement.size;
    onProgress(done, total);
  }
  const matchings = await sources.matchings.list(profile.id, statements);
  const entries = await sources.activity.findEntriesOf({
    profile: profile.name,
    environment: profile.environment,
    statements: statements.map(({ id, walletId, since, till }) => ({ id, walletId, since, till })),
    references: [...found],
    ledgers: ledgersOf(matchings).map(({ name }) => name),
  });
  requireAllowed();
  return {
    profile,
    statements,
    unsearched,
    annotated,
    signedOff,
    matchings,
    proofs: proofs.filter(({ reference }) => found.has(reference)),
    entries,
  };
}

/** Bytes of the contents of a plan. Index and checks are small. */
export function countPlanBytes({ statements, proofs, matchings }: PackPlan): number {
  return (
    ledgersOf(matchings).reduce((sum, { size }) => sum + size, 0) +
    statements.reduce((sum, { size }) => sum + size, 0) +
    proofs.reduce((sum, { contentBytes, receivedBytes }) => sum + contentBytes + receivedBytes, 0)
  );
}

/**
 * Number of files of a plan: each proof has two, all histories of rows and of sign-offs have one each, all matchings have two
 * beside their ledgers, and checks, readings, cover page, index and checksums are five.
 */
export function countPlanFiles({
  statements,
  proofs,
  annotated,
  signedOff,
  matchings,
  entries,
}: PackPlan): number {
  const histories = (annotated.size === 0 ? 0 : 1) + (signedOff.size === 0 ? 0 : 1);
  const ledgers = matchings.length === 0 ? 0 : ledgersOf(matchings).length + 2;
  return statements.length + 2 * proofs.length + histories + ledgers + (entries.length === 0 ? 0 : 1) + 5;
}

/**
 * Writes a pack and returns its fingerprint, the SHA-256 of its list of checksums in hex. Rejects like
 * {@link PackDrive.write}, with library errors, and with `download-damaged` when a content is not the stored one.
 * `requireAllowed` runs before each file and may throw.
 */
export async function writePack(
  {
    sources,
    drive,
    renderPages,
  }: { readonly sources: PackSources; readonly drive: PackDrive; readonly renderPages: RenderPages },
  path: string,
  plan: PackPlan,
  options: {
    readonly origin: PackOrigin;
    readonly signal: AbortSignal;
    readonly onProgress: OnProgress;
    readonly requireAllowed: () => void;
  },
): Promise<string> {
  const total = countPlanBytes(plan);
  let done = 0;
  let fingerprint = '';
  await drive.write(path, options.signal, async (pack) => {
    const files: IndexedFile[] = [];
    const tables: CoverTable[] = [];

    async function write({ path: filePath, title, content, sha256 }: PackFile): Promise<WrittenFile> {
      options.requireAllowed();
      requireNotCancelled(options.signal);
      const written = await pack.add(filePath, content, (bytes) => {
        done += bytes;
        options.onProgress(Math.min(done, total), total);
      });
      if (sha256 !== undefined && sha256 !== written.sha256) {
        const problem: DownloadProblem = 'altered';
        throw new PaydeskError('download-damaged', 'A content is not the one that was stored', {
          details: { problem },
        });
      }
      files.push({ path: filePath, title, size: written.size, sha256: written.sha256 });
      return written;
    }

    for (const contribute of createContributors(sources))
      for await (const file of contribute(plan, (table) => tables.push(table))) await write(file);
    await write({
      path: coverPath,
      title: t('evidence.file.cover', { version: options.origin.version, time: options.origin.at }),
      content: contentOf(() => renderCover(renderPages, plan, tables, options.origin)),
    });
    const header = [
      t('evidence.field.file'),
      t('evidence.field.content'),
      t('evidence.field.bytes'),
      t('evidence.field.sha256'),
    ];
    const content = createCsvContent(header, toIndexRows([...files]));
    await write({ path: indexPath, title: t('evidence.file.indexTable'), content });
    const sums = Buffer.from(formatSums(files));
    fingerprint = (await write({ path: sumsPath, title: '', content: contentOf(() => sums) })).sha256;
  });
  return fingerprint;
}
