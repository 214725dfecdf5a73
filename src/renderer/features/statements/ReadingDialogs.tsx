import type { CommandResult } from '../../../shared/contract/index.ts';
import type { Opened, ReadOptions } from '../../../shared/model/review.ts';
import { ColumnReadingDialog } from './ColumnReadingDialog.tsx';
import { LinesBeforeDialog } from './LinesBeforeDialog.tsx';
import { ReadDialog } from './ReadDialog.tsx';
import { linesBeforeMessage } from './reading-doubt.ts';

/** The open reading dialog: for the file, for one column, or for the lines before the header. */
export type OpenReadingDialog = 'file' | 'lines' | { readonly column: number };

interface ReadingDialogsProps {
  readonly open: OpenReadingDialog | null;
  readonly handle: number;
  readonly opened: Opened;
  readonly remembered: CommandResult<'review.open'>['remembered'];
  readonly onClose: () => void;
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialogs about the reading of the file. */
export function ReadingDialogs({ open, ...props }: ReadingDialogsProps) {
  const { handle, opened, onClose } = props;
  if (open === null) return null;
  if (open === 'file') return <ReadDialog {...props} />;
  if (open === 'lines') {
    return <LinesBeforeDialog handle={handle} title={linesBeforeMessage(opened) ?? ''} onClose={onClose} />;
  }
  return <ColumnReadingDialog {...props} column={open.column} />;
}
