import type { CommandResult } from '../../../shared/contract/index.ts';
import type { TableFormat } from '../../../shared/contract/review.ts';
import { t } from '../../../shared/messages/index.ts';
import { toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Menu, type MenuEntry } from '../../components/Menu.tsx';
import { visibleIndexes } from './review-actions.ts';
import { useReview } from './review-context.ts';

/** The exports of the open review: the rows in view or the groups, and the original of a single statement. */
export function ExportMenu() {
  const review = useReview();
  const { handle, mode, groups, statement, attempt } = review;
  const save = (exporting: Promise<CommandResult<'review.export'>>) =>
    attempt(exporting.then(({ savedAs }) => toastSaved(savedAs)));
  const saveShown = (format: TableFormat) =>
    save(
      mode === 'groups'
        ? call('review.export', { action: 'groups', handle, query: groups, format })
        : call('review.export', { action: 'view', handle, columns: [...visibleIndexes(review)], format }),
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
