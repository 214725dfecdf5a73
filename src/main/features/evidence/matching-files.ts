/** @file The part of a pack about ledgers: their originals, the matches with statements, and what is open. */
import { t } from '../../../shared/messages/index.ts';
import type { EvidenceMatching, EvidenceStatement } from '../../app/evidence-sources.ts';
import { createNameDeduplicator } from '../../files/unique-names.ts';
import { type CsvRow, createCsvContent } from '../../formats/csv/csv-writer.ts';
import type { PackContributor, PackPlan, PackSources } from './contributor.ts';
import { isPackPath } from './pack-path.ts';

const matchesPath = 'matches.csv';
const openItemsPath = 'open-items.csv';

/** Returns the ledgers of matchings, each once. */
export function ledgersOf(matchings: readonly EvidenceMatching[]): EvidenceMatching['ledger'][] {
  return [...new Map(matchings.map(({ ledger }) => [ledger.id, ledger])).values()];
}

function extensionOf(name: string): string {
  return /\.[a-z]{3,4}$/.exec(name.toLowerCase())?.[0] ?? '';
}

/** Returns the path of each ledger by ID. The name of the clerk's file may be none that every system accepts. */
export function nameLedgers(matchings: readonly EvidenceMatching[]): ReadonlyMap<string, string> {
  const makeUnique = createNameDeduplicator();
  return new Map(
    ledgersOf(matchings).map(({ id, name }) => {
      const path = `ledgers/${name.normalize('NFC')}`;
      return [id, makeUnique(isPackPath(path) ? path : `ledgers/ledger${extensionOf(name)}`)];
    }),
  );
}

/** Creates the contributor; `nameStatements` returns the path of each statement by ID. */
export function createMatchingFiles(
  { matchings: source }: PackSources,
  nameStatements: (statements: readonly EvidenceStatement[]) => ReadonlyMap<number, string>,
): PackContributor {
  async function* linesOf(
    { statements, matchings }: PackPlan,
    read: (typeof source)['readMatches'],
  ): AsyncGenerator<CsvRow> {
    const statementPaths = nameStatements(statements);
    const ledgerPaths = nameLedgers(matchings);
    for (const matching of matchings) {
      const { id, name } = matching.ledger;
      yield* read(matching, { ledger: ledgerPaths.get(id) ?? name, statements: statementPaths });
    }
  }

  return async function* files(plan) {
    const { matchings } = plan;
    if (matchings.length === 0) return;
    const paths = nameLedgers(matchings);
    for (const ledger of ledgersOf(matchings)) {
      const { id, name, sheet, sha256 } = ledger;
      yield {
        path: paths.get(id) ?? name,
        title:
          sheet === null
            ? t('evidence.file.ledger', { name })
            : t('evidence.file.ledgerSheet', { name, sheet }),
        content: source.readLedger(ledger),
        sha256,
      };
    }
    yield {
      path: matchesPath,
      title: t('evidence.file.matches'),
      content: createCsvContent(source.matchesHeader(), linesOf(plan, source.readMatches)),
    };
    yield {
      path: openItemsPath,
      title: t('evidence.file.openItems'),
      content: createCsvContent(source.openItemsHeader(), linesOf(plan, source.readOpenItems)),
    };
  };
}
