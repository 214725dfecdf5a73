/** @file Handlers of the search in all stored statements. */
import { t } from '../../../../shared/messages/index.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import type { SavedFiles } from '../../../files/saved-files.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { Dialogs } from '../../../platform/platform.ts';
import type { Statements } from '../statements.ts';
import type { StatementSearch } from './search.ts';
import { searchExportHeader, searchExportRows } from './search-export.ts';

interface SearchHandlerDeps {
  readonly statements: Pick<Statements, 'activeProfile' | 'findActiveProfile'>;
  readonly search: StatementSearch;
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly onExported: (path: string, profile: Profile) => void;
}

export function createSearchHandlers(deps: SearchHandlerDeps): NonNullable<Handlers['viewer.search']> {
  const { statements } = deps;
  return {
    prepare: async () => ({ wallets: await deps.search.prepare() }),
    start: ({ text, filters }) => ({ search: deps.search.start(text, filters) }),
    export: async ({ search, hits: indexes }) => {
      const profile = statements.activeProfile();
      const hits = deps.search.listHits(search, indexes);
      const path = await deps.dialogs.chooseSavePath(
        t('statementSearch.export.dialog'),
        t('statementSearch.export.file'),
      );
      if (path === null) return { savedAs: null };
      requireActiveProfile(statements.findActiveProfile(), profile);
      const rows = searchExportRows(hits);
      await writeCsv(deps.saved.writeFileAtomically, path, searchExportHeader(), rows);
      deps.onExported(path, profile);
      return { savedAs: deps.saved.add(path) };
    },
  };
}
