import type { TableFormat } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu, type MenuEntry } from '../../../components/actions/Menu.tsx';
import { visibleIndexes } from './state/viewer-actions.ts';
import { useViewer } from './state/viewer-context.ts';

/** The exports of the open viewer: the rows in view or the groups, also printed, and the original of a single statement. */
export function ExportMenu() {
  const viewer = useViewer();
  const { handle, mode, groups, statement, attempt } = viewer;
  const save = (exporting: Promise<{ readonly savedAs: SavedFile | null }>) =>
    attempt(exporting.then(({ savedAs }) => toastSaved(savedAs)));
  const columns = () => [...visibleIndexes(viewer)];
  const saveShown = (format: TableFormat) =>
    save(
      mode === 'groups'
        ? call('viewer.export', { action: 'groups', handle, query: groups, format })
        : call('viewer.export', { action: 'view', handle, columns: columns(), format }),
    );
  const printShown = () =>
    attempt(
      call('viewer.export', {
        action: 'print',
        ...(mode === 'groups'
          ? { content: 'groups', handle, query: groups }
          : { content: 'view', handle, columns: columns() }),
      }),
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
      onAction: () => save(call('viewer.export', { action: 'original', statementId: statement.id })),
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
