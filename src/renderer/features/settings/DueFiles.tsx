import { useMemo, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { DueFile } from '../../../shared/model/retention.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { wholeRows } from '../../components/data-grid/paged-rows.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { ListBar } from '../../components/layout/ListBar.tsx';
import { createDueFileColumns, describeFiles, numberOfFile } from './due-files.tsx';
import styles from './Settings.module.css';

interface DueFilesProps {
  /** Number of all due files; the list may be shorter. */
  readonly total: number;
  readonly files: readonly DueFile[];
  readonly onRemoved: () => void;
}

/** The stored files whose retention period is over: select some or all, and remove them. */
export function DueFiles({ total, files, onRemoved }: DueFilesProps) {
  const columns = useMemo(() => createDueFileColumns(), []);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const [filesToRemove, setFilesToRemove] = useState<readonly DueFile[] | null>(null);
  const removable = files.filter(({ isSignedOff }) => !isSignedOff);
  const removableIds = new Set(removable.map(numberOfFile));
  const selected = removable.filter((file) => selectedIds.has(numberOfFile(file)));
  if (total === 0) return <p className="dim">{t('retention.none')}</p>;
  return (
    <>
      <div className={styles.dueFiles} style={{ '--listed-rows': files.length }}>
        <ListBar
          label={t('retention.selection')}
          selected={selected.length === 0 ? null : t('retention.selected', { count: selected.length })}
          actions={
            <Button variant="danger" size="small" onPress={() => setFilesToRemove(selected)}>
              {t('retention.remove', { count: selected.length })}
            </Button>
          }
          onClear={() => setSelectedIds(new Set())}
        >
          <span className="num">{t('retention.count', { count: total })}</span>
        </ListBar>
        <DataGrid
          label={t('retention.due')}
          columns={columns}
          rows={wholeRows('due', files)}
          idOf={numberOfFile}
          selection={{
            ids: new Set(selected.map(numberOfFile)),
            onChange: (ids) => setSelectedIds(new Set([...ids].filter((id) => removableIds.has(id)))),
            onSelectAll: () => setSelectedIds(removableIds),
            range: async (first, last) => files.slice(first, last + 1).map(numberOfFile),
          }}
        />
      </div>
      {total > files.length && (
        <p className="sm dim">{t('retention.more', { shown: files.length, total })}</p>
      )}
      {filesToRemove !== null && (
        <ConfirmDialog
          open
          onClose={() => setFilesToRemove(null)}
          title={t('retention.confirm.title', { count: filesToRemove.length })}
          lead={t('retention.confirm.lead', { files: describeFiles(filesToRemove) })}
          cancelLabel={t('retention.confirm.keep')}
          confirmLabel={t('retention.confirm.remove', { count: filesToRemove.length })}
          variant="danger"
          onConfirm={async () => {
            const chosen = filesToRemove.map(({ kind, id }) => ({ kind, id }));
            const { removed } = await call('needsYou.items', { action: 'removeDue', due: chosen });
            setSelectedIds(new Set());
            onRemoved();
            toast({ sentence: t('retention.removed', { count: removed }) });
          }}
        >
          <p>{t('retention.confirm.stays')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
