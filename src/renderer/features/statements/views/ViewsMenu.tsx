import { useEffect, useState } from 'react';
import { describeError } from '../../../../shared/messages/error-messages.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedView } from '../../../../shared/model/statements/saved-view.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { keepInViewer } from '../grid/state/kept-viewers.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import { ExportViewsDialog } from './ExportViewsDialog.tsx';
import { RenameViewDialog } from './RenameViewDialog.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { findDefaultView, showView, walletOf } from './saved-views.ts';
import styles from './Views.module.css';
import { type ViewDialog, viewEntries } from './view-entries.tsx';

const noViews: readonly SavedView[] = [];

/** Shows the default view once, when the views are known; a search hit stays visible instead. */
function useDefaultView(views: readonly SavedView[] | null): void {
  const viewer = useViewer();
  useEffect(() => {
    const { kept } = viewer;
    if (views === null || kept.isDefaultViewDecided) return;
    keepInViewer(kept, { isDefaultViewDecided: true });
    const view = viewer.searchHit === null ? findDefaultView(views) : null;
    if (view !== null) viewer.attempt(showView(viewer, view));
  });
}

/** Saved views of the statement's wallet and of all wallets, what can be done with them, and how the file is read. */
export function ViewsMenu() {
  const viewer = useViewer();
  const walletId = walletOf(viewer);
  const [revision, setRevision] = useState(0);
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const list = useQuery({
    queryKey: String(walletId),
    revision,
    load: () => call('viewer.views', { action: 'list', walletId }),
  });
  useDefaultView(list.value?.views ?? null);
  const views = list.value?.views ?? noViews;
  const shown = views.find(({ id }) => id === viewer.savedView?.id) ?? null;
  const onChange = () => setRevision((previous) => previous + 1);
  const close = () => setDialog(null);
  if (viewer.mode === 'ledger') return null;
  return (
    <>
      <Menu
        label={t('statementViews.menu')}
        placement="bottom end"
        trigger={
          <Button size="small" icon="sliders">
            {shown === null ? (
              t('statementViews.menu')
            ) : (
              <span className={classNames('cut', styles.name)} title={shown.name}>
                {t('statementViews.menu.shown', { name: shown.name })}
              </span>
            )}
          </Button>
        }
        {...(list.error === null ? {} : { head: describeError(list.error).title })}
        entries={viewEntries({ viewer, views, shown, walletId, onChange, onDialog: setDialog })}
      />
      {dialog === 'save' && (
        <SaveViewDialog views={views} walletId={walletId} onChange={onChange} onClose={close} />
      )}
      {dialog === 'rename' && shown !== null && (
        <RenameViewDialog views={views} view={shown} onChange={onChange} onClose={close} />
      )}
      {dialog === 'export' && (
        <ExportViewsDialog views={views.filter(({ isManaged }) => !isManaged)} onClose={close} />
      )}
    </>
  );
}
