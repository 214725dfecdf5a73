import { t } from '../../../../shared/messages/index.ts';
import { toastCopied } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { copyText } from '../../../components/actions/copy-text.ts';
import { Dialog, DialogCancel } from '../../../components/dialogs/Dialog.tsx';
import fieldStyles from '../../../components/fields/Field.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import { Pane } from '../../../components/layout/Pane.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import styles from './Interpretation.module.css';

interface LinesBeforeDialogProps {
  readonly handle: number;
  readonly title: string;
  readonly onClose: () => void;
}

/** Dialog with the original lines before the header of a file. */
export function LinesBeforeDialog({ handle, title, onClose }: LinesBeforeDialogProps) {
  const { value, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.query', { action: 'linesBefore', handle }),
  });
  const lines = value?.lines ?? [];
  const text = `${lines.join('\n')}\n`;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={title}
      lead={t('statementInterpretation.linesBefore.lead')}
      actions={
        <>
          <Button icon="copy" disabled={lines.length === 0} onPress={() => toastCopied(copyText(text))}>
            {t('statementInterpretation.linesBefore.copy')}
          </Button>
          <DialogCancel>{t('statementInterpretation.linesBefore.close')}</DialogCancel>
        </>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {value === null && error === null && <Skeleton rows={3} pieces={1} />}
      {value !== null && (
        <Pane
          className={classNames(styles.linesBefore, 'selectable')}
          label={t('statementInterpretation.linesBefore.label')}
        >
          <pre>{text}</pre>
        </Pane>
      )}
      {value !== null && value.of > lines.length && (
        <p className={fieldStyles.hint} data-part="hint">
          {t('statementInterpretation.linesBefore.some', { count: lines.length, all: value.of })}
        </p>
      )}
    </Dialog>
  );
}
