import type { CommandResult } from '../../../shared/contract/index.ts';
import type { Opened, ReadOptions } from '../../../shared/model/review.ts';
import { ColumnReadingDialog } from './ColumnReadingDialog.tsx';
import { LinesBeforeDialog } from './LinesBeforeDialog.tsx';
import { ReadDialog } from './ReadDialog.tsx';
import { linesBeforeMessage } from './reading-doubt.ts';

/** Which dialog about how the file is read is open: of the whole file, of one column, or the lines before the header. */
export type OpenReadingDialog = 'file' | 'lines' | { readonly column: number };

interface ReadingDialogsProps {
  readonly open: OpenReadingDialog | null;
  readonly handle: number;
  readonly opened: Opened;
  readonly remembered: CommandResult<'review.open'>['remembered'];
  readonly onClose: () => void;
  readonly onApply: (options: ReadOptions) => void;
}

/** The dialogs about how the file is read. */
export function ReadingDialogs({ open, ...props }: ReadingDialogsProps) {
  const { handle, opened, onClose } = props;
  if (open === null) return null;
  if (open === 'file') return <ReadDialog {...props} />;
  if (open === 'lines') {
    return <LinesBeforeDialog handle={handle} title={linesBeforeMessage(opened) ?? ''} onClose={onClose} />;
  }
  return <ColumnReadingDialog {...props} column={open.column} />;
}
