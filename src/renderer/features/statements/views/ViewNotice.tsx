import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import type { ShownView } from '../grid/state/viewer-state.ts';
import { listMissing } from './fit-view.ts';

/** What the shown view contains and the statement does not have. */
export function ViewNotice() {
  const { savedView, table } = useViewer();
  const [dismissed, setDismissed] = useState<ShownView | null>(null);
  if (savedView === null || savedView === dismissed) return null;
  const missing = listMissing(savedView.missing);
  if (missing.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={t('statementViews.missing.title', { of: table === null ? 'statement' : 'table' })}
      spoken
      actionsAt="end"
      actions={
        <Button size="small" onPress={() => setDismissed(savedView)}>
          {t('statementViews.missing.dismiss')}
        </Button>
      }
    >
      {missing.join(' ')}
    </Notice>
  );
}
