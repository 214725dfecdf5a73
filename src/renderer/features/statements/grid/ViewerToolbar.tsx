import type { ReactNode } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { maxFindLength } from '../../../../shared/model/statements/open-statement.ts';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { SegmentedControl } from '../../../components/fields/Radio.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { FoldingBar, type FoldingItem } from '../../../components/layout/FoldingBar.tsx';
import { lowWindowQuery, useMedia } from '../../../components/layout/media.ts';
import { Toolbar } from '../../../components/layout/Page.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { RowsBar, useHasSelection, useRowCount, useRowFacts } from './RowsBar.tsx';
import { stepHit } from './state/viewer-actions.ts';
import { useViewer } from './state/viewer-context.ts';
import styles from './Viewer.module.css';
import { CombinedTitle, ViewerTitle } from './ViewerTitle.tsx';

/** Wallet and period of the statement, with the result of its checks and its sign-off; in a low window the selection. */
export function TitleBar({ children }: { readonly children: ReactNode }) {
  const { statement, table, mode } = useViewer();
  const isLow = useMedia(lowWindowQuery);
  const hasSelection = useHasSelection();
  if (isLow && hasSelection && mode === 'rows') return <RowsBar />;
  return (
    <div className={styles.titleBar} data-part="title-bar">
      {statement !== null && <ViewerTitle statement={statement} />}
      {table !== null && <CombinedTitle table={table} />}
      {children}
    </div>
  );
}

function FindHits() {
  const viewer = useViewer();
  const { find, appliedView, hitIndex } = viewer;
  if (find.trim() === '' || appliedView === null) return null;
  const step = (isBackward: boolean) => viewer.attempt(stepHit(viewer, isBackward));
  return (
    <span className={classNames(styles.hits, 'num sm dim')} role="status">
      {appliedView.hits === 0
        ? t('statementViewer.find.none')
        : t('statementViewer.find.position', { place: (hitIndex ?? 0) + 1, hits: appliedView.hits })}
      <IconButton
        icon="chevron-up"
        label={t('statementViewer.find.previous')}
        size="tiny"
        onPress={() => step(true)}
      />
      <IconButton
        icon="chevron-down"
        label={t('statementViewer.find.next')}
        size="tiny"
        onPress={() => step(false)}
      />
    </span>
  );
}

/** The mode, search, views and columns of a statement. Only the first belongs to a ledger too. */
export function ViewerToolbar() {
  const viewer = useViewer();
  const { opened, find, columnState, arrange, mode, dispatch } = viewer;
  const isLow = useMedia(lowWindowQuery);
  const count = useRowCount();
  const facts = useRowFacts();
  const isJoined = isLow && mode === 'rows';
  const tools: readonly FoldingItem[] = [
    {
      id: 'find',
      isAtEnd: true,
      content: mode !== 'ledger' && (
        <>
          <SearchField
            label={t('statementViewer.find.field')}
            placeholder={t('statementViewer.find.field')}
            maxLength={maxFindLength}
            value={find}
            onChange={(text) => dispatch({ type: 'find', text })}
            onEnter={(isBackward) => viewer.attempt(stepHit(viewer, isBackward))}
            width={isLow ? 160 : 220}
          />
          <FindHits />
        </>
      ),
    },
    { id: 'views', content: <ViewsMenu /> },
    {
      id: 'columns',
      content: mode === 'rows' && (
        <ColumnsMenu columns={opened.columns} columnState={columnState} onArrange={arrange} />
      ),
    },
  ];
  const [findTool, ...otherTools] = tools;
  return (
    <Toolbar>
      <FoldingBar
        items={[
          {
            id: 'mode',
            content: (
              <SegmentedControl
                label={t('statementGroups.mode')}
                labelHidden
                size="small"
                value={mode}
                choices={[
                  { id: 'rows', label: t('statementGroups.mode.rows') },
                  { id: 'groups', label: t('statementGroups.mode.groups') },
                  { id: 'chart', label: t('statementChart.mode') },
                  { id: 'ledger', label: t('ledger.side.ledger') },
                ]}
                onChange={(next) => dispatch({ type: 'show', mode: next })}
              />
            ),
          },
          ...(isJoined ? count : []),
          ...(findTool === undefined ? [] : [findTool]),
          ...(isJoined ? facts : []),
          ...otherTools,
        ]}
      />
    </Toolbar>
  );
}
