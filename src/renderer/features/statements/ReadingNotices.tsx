import type { CommandResult } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Opened, ReadOptions } from '../../../shared/model/review.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { doubtSentence } from './reading-doubt.ts';
import { Undecided } from './Undecided.tsx';
import { UnreadableCells } from './UnreadableCells.tsx';

interface ReadingNoticesProps {
  readonly opened: Opened;
  readonly remembered: CommandResult<'review.open'>['remembered'];
  readonly onRead: () => void;
  readonly onOptions: (options: ReadOptions) => void;
  readonly onShowUnreadable: () => void;
}

/** Notices about the reading of the file: uncertain guesses, options that did not fit, unreadable cells. */
export function ReadingNotices(props: ReadingNoticesProps) {
  const { opened, remembered, onRead, onOptions, onShowUnreadable } = props;
  const doubt = doubtSentence(opened);
  const actions = (
    <Button size="small" onPress={onRead}>
      {t('statementReading.title')}
    </Button>
  );
  return (
    <>
      {remembered === 'unfit' && (
        <Notice
          tone="warning"
          title={t('statementReading.remembered.unfit')}
          actions={actions}
          actionsAt="end"
        >
          {t('statementReading.remembered.unfitLead')}
        </Notice>
      )}
      {remembered !== 'unfit' && doubt !== null && (
        <Notice tone="info" title={t('statementReading.doubt.title')} actions={actions} actionsAt="end">
          {doubt}
        </Notice>
      )}
      <Undecided
        columns={opened.columns}
        onDecide={(decided) => onOptions({ ...opened.options, ...decided })}
      />
      <UnreadableCells columns={opened.columns} onShowRows={onShowUnreadable} />
    </>
  );
}
