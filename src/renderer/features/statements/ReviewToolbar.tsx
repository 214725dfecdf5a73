import { t } from '../../../shared/messages/index.ts';
import { maxFindLength } from '../../../shared/model/review.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { SegmentedControl } from '../../components/Radio.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { encodingNames } from './encoding-names.ts';
import styles from './Review.module.css';
import { ReviewTitle } from './ReviewTitle.tsx';
import { stepHit } from './review-actions.ts';
import { useReview } from './review-context.ts';
import { TableTitle } from './table/TableTitle.tsx';
import { ViewsMenu } from './views/ViewsMenu.tsx';

/** Search, reading options and columns of a statement. */
export function ReviewToolbar() {
  const review = useReview();
  const { statement, table, opened, find, appliedView, hitIndex, columnState, arrange, mode } = review;
  const { set, dispatch } = review;
  const step = (isBackward: boolean) => review.attempt(stepHit(review, isBackward));
  return (
    <Toolbar roomy>
      {statement !== null && <ReviewTitle statement={statement} />}
      {table !== null && <TableTitle table={table} />}
      <div className={styles.modes}>
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
      <SearchField
        label={t('statementReview.find.field')}
        placeholder={t('statementReview.find.field')}
        maxLength={maxFindLength}
        value={find}
        onChange={(text) => dispatch({ type: 'find', text })}
        onEnter={step}
        width={220}
      />
      {find.trim() !== '' && appliedView !== null && (
        <span className={classNames(styles.hits, 'num sm dim')} role="status">
          {appliedView.hits === 0
            ? t('statementReview.find.none')
            : t('statementReview.find.position', { place: (hitIndex ?? 0) + 1, hits: appliedView.hits })}
          <IconButton
            icon="chevron-up"
            label={t('statementReview.find.previous')}
            size="tiny"
            onPress={() => step(true)}
          />
          <IconButton
            icon="chevron-down"
            label={t('statementReview.find.next')}
            size="tiny"
            onPress={() => step(false)}
          />
        </span>
      )}
      {statement !== null && (
        <Button size="small" onPress={() => set({ readingDialog: 'file' })}>
          {t('statementReading.open', { encoding: encodingNames[opened.encoding] })}
        </Button>
      )}
      <ViewsMenu />
      {mode === 'rows' && (
        <ColumnsMenu columns={opened.columns} columnState={columnState} onArrange={arrange} />
      )}
    </Toolbar>
  );
}
