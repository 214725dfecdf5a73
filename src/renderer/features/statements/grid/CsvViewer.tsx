import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { ContextMenu } from '../../../components/actions/Menu.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { AgreementPanel } from '../agreement/AgreementPanel.tsx';
import { CompareButton, EarlierVersionNotice } from '../compare/EarlierVersion.tsx';
import { HeadActions } from '../head-slot.tsx';
import { InterpretationNotices } from '../interpretation/InterpretationNotices.tsx';
import { SignOffButton, SignOffLine } from '../sign-off/SignOffLine.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { useIntegrity } from './IntegrityPanel.tsx';
import { type OpenedStatement, useViewerState, ViewerContext } from './state/viewer-context.ts';
import { panelWidthOf, ViewerBody } from './ViewerBody.tsx';
import { ViewerToolbar } from './ViewerToolbar.tsx';

/** The integrity checks of the open statement, and its references that occur in other statements of the wallet. */
function useChecks(handle: number) {
  const queryKey = String(handle);
  const checks = useQuery({ queryKey, load: () => call('viewer.query', { action: 'check', handle }) });
  // If the comparison fails, the point does not mention other statements.
  const duplicates = useQuery({
    queryKey,
    load: () => call('viewer.query', { action: 'duplicateReferences', handle }),
  });
  return {
    points: checks.value?.points ?? null,
    error: checks.error,
    duplicateReferences: duplicates.value,
  };
}

type CsvViewerProps = Omit<OpenedStatement, 'table'> & { readonly statement: Statement };

export function CsvViewer(props: CsvViewerProps) {
  const { statement } = props;
  const viewer = useViewerState({ ...props, table: null });
  const { handle, menu, set, dispatch } = viewer;
  const integrity = useIntegrity({
    ...useChecks(handle),
    onShowRows: (rows) => dispatch({ type: 'filter-rows', filter: { kind: 'rows', rows: [...rows] } }),
    onOpenOther: ({ statementId, row, column }) =>
      navigate('statements', { tab: 'viewer', statementId, hit: { row, column } }),
  });
  return (
    <ViewerContext value={viewer}>
      <HeadActions>
        <SignOffButton />
        <CompareButton statement={statement} />
        <ExportMenu />
      </HeadActions>
      <ViewerToolbar />
      <Split
        panel={viewer.isProofShown ? <AgreementPanel /> : integrity.panel}
        panelWidth={panelWidthOf(viewer.mode)}
      >
        {integrity.line}
        <SignOffLine />
        <EarlierVersionNotice statement={statement} />
        <InterpretationNotices />
        <ViewerBody />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => set({ menu: null })} />}
    </ViewerContext>
  );
}
