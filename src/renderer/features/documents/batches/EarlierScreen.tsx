import type { EarlierBatch } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { navigate } from '../../../app/routes.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import styles from '../../../components/layout/Page.module.css';
import { PageHead } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { Empty } from '../../../components/messages/Empty.tsx';
import { showBatch } from '../add-files.ts';
import { earlierColumns } from './earlier-columns.tsx';

const idOf = (batch: EarlierBatch) => batch.id;

/** Returns a number that increases with every change of an open batch; `+ 1` counts a batch of revision 0. */
function sumRevisions(batches: readonly BatchSummary[]): number {
  return batches.reduce((sum, { revision }) => sum + revision + 1, 0);
}

/** All batches of the profile, newest first; Enter or a click opens a batch. */
export function EarlierScreen() {
  const revision = useTopicPart('batches', sumRevisions, 0);
  const rows = usePagedRows<EarlierBatch>({
    source: 'earlier',
    revision,
    fetchPage: (offset, limit) => call('documents.earlier', { offset, limit }),
  });
  return (
    <>
      <PageHead
        title={t('documentsScreen.earlier.title')}
        actions={
          <Button icon="chevron-left" onPress={() => navigate('documents', { view: 'batch', batchId: null })}>
            {t('documentsScreen.earlier.back')}
          </Button>
        }
      >
        {rows.total !== null && rows.total > 0 && (
          <span className={classNames(styles.sub, 'num')}>
            {t('documentsScreen.earlier.count', { count: rows.total })}
          </span>
        )}
      </PageHead>
      <Split>
        <DataGrid
          label={t('documentsScreen.earlier.label')}
          columns={earlierColumns()}
          rows={rows}
          idOf={idOf}
          onOpen={({ id }) => showBatch(id)}
          empty={
            <Empty
              icon="clock"
              title={t('documentsScreen.earlier.emptyTitle')}
              lead={t('documentsScreen.earlier.emptyLead')}
            />
          }
        />
      </Split>
    </>
  );
}
