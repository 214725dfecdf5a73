import { t } from '../../../../shared/messages/index.ts';
import type { ReadOptions, StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Toolbar } from '../../../components/layout/Page.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { unreadableSummary } from '../grid/state/unreadable-summary.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import viewerStyles from '../grid/Viewer.module.css';
import { ambiguousColumns } from './ambiguous-columns.ts';
import interpretationStyles from './Interpretation.module.css';
import { commasSentence, doubtSentence } from './interpretation-doubt.ts';

/** Notices about the interpretation of the file: uncertain guesses, options that did not fit, unreadable cells. */
export function InterpretationNotices() {
  const { opened, remembered, onOptions, set, dispatch } = useViewer();
  const doubt = doubtSentence(opened);
  const actions = (
    <Button size="small" onPress={() => set({ interpretationDialog: 'file' })}>
      {t('statementInterpretation.title')}
    </Button>
  );
  return (
    <>
      {remembered === 'unfit' && (
        <Notice
          tone="warning"
          title={t('statementInterpretation.remembered.unfit')}
          actions={actions}
          actionsAt="end"
        >
          {t('statementInterpretation.remembered.unfitLead')}
        </Notice>
      )}
      {remembered !== 'unfit' && doubt !== null && (
        <Notice
          tone="info"
          title={t('statementInterpretation.doubt.title')}
          actions={actions}
          actionsAt="end"
        >
          {doubt}
        </Notice>
      )}
      {opened.unquotedAmount !== null && (
        <Notice
          tone="warning"
          title={t('statementInterpretation.commas.title')}
          actions={
            <Button size="small" onPress={() => set({ interpretationDialog: 'commas' })}>
              {t('statementInterpretation.commas.review')}
            </Button>
          }
          actionsAt="end"
        >
          {commasSentence(opened.unquotedAmount)}
        </Notice>
      )}
      <Undecided
        columns={opened.columns}
        onDecide={(decided) => onOptions({ ...opened.options, ...decided })}
      />
      <UnreadableCells
        columns={opened.columns}
        onShowRows={() => dispatch({ type: 'filter-rows', filter: { kind: 'unread', column: null } })}
      />
    </>
  );
}

interface UndecidedProps {
  readonly columns: readonly StatementColumn[];
  readonly onDecide: (decided: Pick<ReadOptions, 'decimals' | 'dates'>) => void;
}

/** Asks the clerk how to read ambiguous columns. */
function Undecided({ columns, onDecide }: UndecidedProps) {
  return ambiguousColumns(columns).map(({ question, answers }) => (
    <Toolbar key={question}>
      <span className={interpretationStyles.ambiguous}>{question}</span>
      {answers.map(({ label, decided }) => (
        <Button key={label} size="tiny" onPress={() => onDecide(decided)}>
          {label}
        </Button>
      ))}
    </Toolbar>
  ));
}

interface UnreadableCellsProps {
  readonly columns: readonly StatementColumn[];
  readonly onShowRows: () => void;
}

/** Notice about unreadable cells of numbers and dates, with a link to their rows. */
function UnreadableCells({ columns, onShowRows }: UnreadableCellsProps) {
  const summary = unreadableSummary(columns);
  if (summary === null) return null;
  return (
    <p className={viewerStyles.viewerUnread} role="status">
      <Icon name="alert" />
      <span>{summary}</span>
      <LinkButton small onPress={onShowRows}>
        {t('statementInterpretation.unread.show')}
      </LinkButton>
    </p>
  );
}
