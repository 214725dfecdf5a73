import { call } from '../../../bridge.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import { ColumnInterpretationDialog } from './ColumnInterpretationDialog.tsx';
import { linesBeforeMessage } from './interpretation-doubt.ts';
import { LinesBeforeDialog } from './LinesBeforeDialog.tsx';
import { ReadDialog } from './ReadDialog.tsx';
import { WordsDialog } from './WordsDialog.tsx';

/** Dialogs about the interpretation of the file. */
export function InterpretationDialogs() {
  const { interpretationDialog, handle, opened, remembered, onOptions, set } = useViewer();
  if (interpretationDialog === null) return null;
  const onClose = () => set({ interpretationDialog: null });
  if (interpretationDialog === 'lines')
    return <LinesBeforeDialog handle={handle} title={linesBeforeMessage(opened) ?? ''} onClose={onClose} />;
  const onApply = (options: typeof opened.options) => {
    onClose();
    onOptions(options);
  };
  const props = { opened, remembered, onClose, onApply };
  if (interpretationDialog === 'file' || interpretationDialog === 'commas')
    return (
      <ReadDialog
        {...props}
        proposal={interpretationDialog === 'commas' ? { joinsAmounts: true } : {}}
        loadPreview={(options) => call('viewer.query', { action: 'preview', handle, options })}
      />
    );
  if ('words' in interpretationDialog) return <WordsDialog {...props} words={interpretationDialog.words} />;
  return <ColumnInterpretationDialog {...props} handle={handle} column={interpretationDialog.column} />;
}
