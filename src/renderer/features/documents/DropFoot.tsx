import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { LinkButton } from '../../components/Button.tsx';
import { DropZone } from '../../components/DropZone.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import { choose, takeIn } from './add-files.ts';
import { draftOf } from './batch-numbers.ts';

const words = documentsScreenWords.foot;

/** Props of {@link DropFoot}. */
export interface DropFootProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly work: AsyncAction;
}

/** Where files dropped now go. */
function wordsFor(batch: BatchSummary, batches: readonly BatchSummary[]): string {
  const draft = draftOf(batches);
  if (draft === null) return words.next;
  return draft.id === batch.id ? words.more : words.other(draft.number);
}

/** The slim zone at the foot of a list: more files, or another batch. */
export function DropFoot({ batch, batches, work }: DropFootProps) {
  return (
    <div className="list-foot batch-foot">
      <DropZone size="slim" onFiles={(files) => void work.runInTurn(() => takeIn(files))}>
        <span className="cut">{wordsFor(batch, batches)}</span>
        <LinkButton onPress={() => void work.run(() => choose('files'))}>{words.choose}</LinkButton>
      </DropZone>
    </div>
  );
}
