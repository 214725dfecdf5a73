import { t } from '../../../../shared/messages/index.ts';
import { call } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Toolbar } from '../../../components/layout/Page.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { unreadableSummary } from '../grid/state/unreadable-summary.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import viewerStyles from '../grid/Viewer.module.css';
import { ambiguousColumns } from './ambiguous-columns.ts';
import { commasSentence, doubtSentence } from './interpretation-doubt.ts';
import { ReadDialog } from './ReadDialog.tsx';

/** Notices about the interpretation of the file: uncertain guesses, options that did not fit, unreadable cells; and the dialog that they open. */
export function InterpretationNotices() {
  const { handle, opened, remembered, interpretationDialog, onOptions, set, dispatch } = useViewer();
  const doubt = doubtSentence(opened);
  const unreadable = unreadableSummary(opened.columns);
  const onClose = () => set({ interpretationDialog: null });
  const open = (target: 'file' | 'commas', label: string) => (
    <Button size="small" onPress={() => set({ interpretationDialog: target })}>
      {label}
    </Button>
  );
  const review = open('file', t('statementInterpretation.title'));
  return (
    <>
      {remembered === 'unfit' && (
        <Notice
          tone="warning"
          title={t('statementInterpretation.remembered.unfit')}
          actions={review}
          actionsAt="end"
        >
          {t('statementInterpretation.remembered.unfitLead')}
        </Notice>
      )}
      {remembered !== 'unfit' && doubt !== null && (
        <Notice tone="info" title={t('statementInterpretation.doubt.title')} actions={review} actionsAt="end">
          {doubt}
        </Notice>
      )}
      {opened.unquotedAmount !== null && (
        <Notice
          tone="warning"
          title={t('statementInterpretation.commas.title')}
          actions={open('commas', t('statementInterpretation.commas.review'))}
          actionsAt="end"
        >
          {commasSentence(opened.unquotedAmount)}
        </Notice>
      )}
      {ambiguousColumns(opened.columns).map(({ question, answers }) => (
        <Toolbar key={question}>
          <span className="min-w-0 break-anywhere">{question}</span>
          {answers.map(({ label, decided }) => (
            <Button key={label} size="tiny" onPress={() => onOptions({ ...opened.options, ...decided })}>
              {label}
            </Button>
          ))}
        </Toolbar>
      ))}
      {unreadable !== null && (
        <p className={viewerStyles.viewerUnread} role="status">
          <Icon name="alert" />
          <span>{unreadable}</span>
          <LinkButton
            small
            onPress={() => dispatch({ type: 'filter-rows', filter: { kind: 'unread', column: null } })}
          >
            {t('statementInterpretation.unread.show')}
          </LinkButton>
        </p>
      )}
      {interpretationDialog !== null && (
        <ReadDialog
          handle={handle}
          opened={opened}
          remembered={remembered}
          target={interpretationDialog}
          loadPreview={(options) => call('viewer.query', { action: 'preview', handle, options })}
          onClose={onClose}
          onApply={(options) => {
            onClose();
            onOptions(options);
          }}
        />
      )}
    </>
  );
}
