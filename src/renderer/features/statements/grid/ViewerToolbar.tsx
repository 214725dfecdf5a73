import { t } from '../../../../shared/messages/index.ts';
import { maxFindLength } from '../../../../shared/model/statements/open-statement.ts';
import { IconButton } from '../../../components/actions/IconButton.tsx';
import { SegmentedControl } from '../../../components/fields/Radio.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { stepHit } from './state/viewer-actions.ts';
import { useViewer } from './state/viewer-context.ts';
import styles from './Viewer.module.css';
import { CombinedTitle, ViewerTitle } from './ViewerTitle.tsx';

/** The mode, search, views and columns of a statement. Only the first belongs to a ledger too. */
export function ViewerToolbar() {
  const viewer = useViewer();
  const { statement, table, opened, find, appliedView, hitIndex, columnState, arrange, mode } = viewer;
  const { dispatch } = viewer;
  const step = (isBackward: boolean) => viewer.attempt(stepHit(viewer, isBackward));
  return (
    <Toolbar roomy>
      {statement !== null && <ViewerTitle statement={statement} />}
      {table !== null && <CombinedTitle table={table} />}
      <div className="flex-none">
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
      </div>
      <Spread />
      {mode !== 'ledger' && (
        <SearchField
          label={t('statementViewer.find.field')}
          placeholder={t('statementViewer.find.field')}
          maxLength={maxFindLength}
          value={find}
          onChange={(text) => dispatch({ type: 'find', text })}
          onEnter={step}
          width={220}
        />
      )}
      {mode !== 'ledger' && find.trim() !== '' && appliedView !== null && (
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
      )}
      <ViewsMenu />
      {mode === 'rows' && (
        <ColumnsMenu columns={opened.columns} columnState={columnState} onArrange={arrange} />
      )}
    </Toolbar>
  );
}
