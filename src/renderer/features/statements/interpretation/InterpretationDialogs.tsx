import { call } from '../../../bridge.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import { ColumnReadingDialog } from './ColumnInterpretationDialog.tsx';
import { linesBeforeMessage } from './interpretation-doubt.ts';
import { LinesBeforeDialog } from './LinesBeforeDialog.tsx';
import { ReadDialog } from './ReadDialog.tsx';

/** Dialogs about the reading of the file. */
export function ReadingDialogs() {
  const { readingDialog, handle, opened, remembered, onOptions, set } = useViewer();
  if (readingDialog === null) return null;
  const onClose = () => set({ readingDialog: null });
  if (readingDialog === 'lines')
    return <LinesBeforeDialog handle={handle} title={linesBeforeMessage(opened) ?? ''} onClose={onClose} />;
  const onApply = (options: typeof opened.options) => {
    onClose();
    onOptions(options);
  };
  const props = { opened, remembered, onClose, onApply };
  if (readingDialog === 'file')
    return (
      <ReadDialog
        {...props}
        loadPreview={(options) => call('viewer.query', { action: 'preview', handle, options })}
      />
    );
  return <ColumnReadingDialog {...props} handle={handle} column={readingDialog.column} />;
}
