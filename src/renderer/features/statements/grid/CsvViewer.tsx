import type { Statement } from '../../../../shared/model/statements/statements.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { CompareButton, EarlierVersionNotice } from '../compare/EarlierVersion.tsx';
import { InterpretationNotices } from '../interpretation/InterpretationNotices.tsx';
import { SignOffButton, SignOffLine } from '../sign-off/SignOffLine.tsx';
import { useIntegrity } from './IntegrityPanel.tsx';
import { type OpenedStatement, useViewerState } from './state/viewer-context.ts';
import { ViewerFrame } from './ViewerBody.tsx';

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
  const { handle, dispatch } = viewer;
  const integrity = useIntegrity({
    ...useChecks(handle),
    onShowRows: (rows) => dispatch({ type: 'filter-rows', filter: { kind: 'rows', rows: [...rows] } }),
    onOpenOther: ({ statementId, row, column }) =>
      navigate('statements', { tab: 'viewer', statementId, hit: { row, column } }),
  });
  return (
    <ViewerFrame
      viewer={viewer}
      head={[
        { id: 'sign-off', content: <SignOffButton />, isAtEnd: true },
        { id: 'compare', content: <CompareButton statement={statement} /> },
      ]}
      checks={integrity}
      signOff={<SignOffLine />}
    >
      <EarlierVersionNotice statement={statement} />
      <InterpretationNotices />
    </ViewerFrame>
  );
}
