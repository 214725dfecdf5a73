import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import { State } from '../../../components/messages/State.tsx';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { ExportMenu } from '../grid/ExportMenu.tsx';
import { type OpenedStatement, useViewerState, ViewerContext } from '../grid/state/viewer-context.ts';
import viewerStyles from '../grid/Viewer.module.css';
import { panelWidthOf, ViewerBody } from '../grid/ViewerBody.tsx';
import { ViewerToolbar } from '../grid/ViewerToolbar.tsx';
import { HeadActions } from '../head-slot.tsx';
import { useCombinedChecks } from './CombinedChecks.tsx';
import { CombinedNotices } from './CombinedNotices.tsx';

/** Opens several statements as a combined statement. */
export function OpenCombined({ statementIds }: { readonly statementIds: readonly number[] }) {
  const { value, error, retry } = useQuery({
    queryKey: statementIds.join(' '),
    load: () => call('viewer.openCombined', { statementIds: [...statementIds] }),
  });
  if (error !== null)
    return (
      <div className={viewerStyles.viewerProblem}>
        <ErrorNotice
          error={error}
          actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
        />
      </div>
    );
  if (value === null) return <Skeleton rows={12} pieces={6} />;
  return (
    <TableRows
      key={value.handle}
      {...value}
      table={value}
      statement={null}
      remembered="none"
      onOptions={() => undefined}
      searchHit={null}
    />
  );
}

/** Viewer of a combined statement: rows, sums and checks of all its statements. */
function TableRows(props: OpenedStatement) {
  const viewer = useViewerState(props);
  const { menu, set } = viewer;
  const checks = useCombinedChecks(viewer);
  return (
    <ViewerContext value={viewer}>
      <HeadActions>
        <State icon="lock">{t('statementViewer.offline')}</State>
        <ExportMenu />
      </HeadActions>
      <ViewerToolbar />
      <Split
        panel={viewer.isProofShown ? <AgreementPanel /> : checks.panel}
        panelWidth={panelWidthOf(viewer.mode)}
      >
        {checks.line}
        <CombinedNotices />
        <ViewerBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ViewerContext>
  );
}
