import { t } from '../../../shared/messages/index.ts';
import { maxFindLength } from '../../../shared/model/review.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { encodingNames } from './encoding-names.ts';
import { ReviewTitle } from './ReviewTitle.tsx';
import { stepHit } from './review-actions.ts';
import { useReview } from './review-context.ts';

/** Search, reading options and columns of a statement. */
export function ReviewToolbar() {
  const review = useReview();
  const { statement, opened, find, appliedView, hitIndex, columnState, arrange, set, dispatch } = review;
  const step = (isBackward: boolean) => review.attempt(stepHit(review, isBackward));
  return (
    <Toolbar roomy>
      <ReviewTitle statement={statement} />
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
        <span className="review-hits num sm dim" role="status">
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
      <Button size="small" onPress={() => set({ readingDialog: 'file' })}>
        {t('statementReading.open', { encoding: encodingNames[opened.encoding] })}
      </Button>
      <ColumnsMenu columns={opened.columns} columnState={columnState} onArrange={arrange} />
    </Toolbar>
  );
}
