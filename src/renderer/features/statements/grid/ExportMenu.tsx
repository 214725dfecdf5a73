import type { TableFormat } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu, type MenuEntry } from '../../../components/actions/Menu.tsx';
import { printReview } from './state/print-view.ts';
import { visibleIndexes } from './state/viewer-actions.ts';
import { useReview } from './state/viewer-context.ts';

/** The exports of the open review: the rows in view or the groups, also printed, and the original of a single statement. */
export function ExportMenu() {
  const review = useReview();
  const { handle, mode, groups, statement, attempt } = review;
  const save = (exporting: Promise<{ readonly savedAs: SavedFile | null }>) =>
    attempt(exporting.then(({ savedAs }) => toastSaved(savedAs)));
  const columns = () => [...visibleIndexes(review)];
  const saveShown = (format: TableFormat) =>
    save(
      mode === 'groups'
        ? call('review.export', { action: 'groups', handle, query: groups, format })
        : call('review.export', { action: 'view', handle, columns: columns(), format }),
    );
  const printShown = () =>
    attempt(
      printReview(
        mode === 'groups'
          ? { content: 'groups', handle, query: groups }
          : { content: 'view', handle, columns: columns() },
      ),
    );
  const entries: MenuEntry[] = [
    {
      id: 'workbook',
      label: t(mode === 'groups' ? 'statementExport.groupsWorkbook' : 'statementExport.viewWorkbook'),
      onAction: () => saveShown('xlsx'),
    },
    {
      id: 'csv',
      label: t(mode === 'groups' ? 'statementExport.groupsCsv' : 'statementExport.viewCsv'),
      onAction: () => saveShown('csv'),
    },
    {
      id: 'pdf',
      label: t(mode === 'groups' ? 'statementExport.groupsPdf' : 'statementExport.viewPdf'),
      onAction: () => saveShown('pdf'),
    },
    { id: 'print', label: t('statementExport.print'), separated: true, onAction: printShown },
  ];
  if (statement !== null)
    entries.push({
      id: 'original',
      label: t('statementExport.original'),
      separated: true,
      onAction: () => save(call('review.export', { action: 'original', statementId: statement.id })),
    });
  return (
    <Menu
      label={t('statementExport.menu')}
      placement="bottom end"
      trigger={<Button icon="download">{t('statementExport.button')}</Button>}
      entries={entries}
    />
  );
}
