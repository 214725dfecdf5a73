import type { Selection } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { Button } from '../../components/Button.tsx';
import { countSelected, type RowSelection } from '../../components/data-grid/selection.ts';
import { Spread } from '../../components/Page.tsx';
import { type Act, acts, type KnownRows, reachOfAct, selectionsOfAct } from './acts.ts';
import type { DocumentActs } from './use-document-acts.ts';

const words = documentsScreenWords.selection;

/** Props of {@link SelectionBar}. */
export interface SelectionBarProps {
  readonly batch: BatchSummary;
  readonly selection: RowSelection;
  readonly known: KnownRows;
  readonly documentActs: DocumentActs;
  readonly onAssign: (selections: readonly Selection[], count: number) => void;
  readonly onCancel: (selections: readonly Selection[]) => void;
  readonly onClear: () => void;
}

function wordOf(act: Act, count: number): string {
  const word = words[act];
  return typeof word === 'string' ? word : word(count);
}

/** What can be done with the selected documents, in place of the drop zone at the foot of the list. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, selection, known, documentActs, onAssign, onCancel, onClear } = props;
  const offered = acts.flatMap((act) => {
    const count = reachOfAct(act, batch.state, selection, known);
    return count === 0 ? [] : [{ act, count }];
  });
  const press = (act: Act, count: number) => {
    const selections = selectionsOfAct(act, batch.state, selection, known);
    if (act === 'assign') onAssign(selections, count);
    else if (act === 'cancel') onCancel(selections);
    else {
      documentActs.act(act, selections);
      onClear();
    }
  };
  return (
    <section className="list-foot toolbar-selected batch-foot" aria-label={words.label}>
      <strong role="status">{words.count(countSelected(selection, known.total))}</strong>
      {offered.map(({ act, count }) => (
        <Button
          key={act}
          size="small"
          variant={act === 'cancel' ? 'danger' : 'default'}
          onPress={() => press(act, count)}
        >
          {wordOf(act, count)}
        </Button>
      ))}
      <Spread />
      <Button variant="quiet" size="small" onPress={onClear}>
        {words.clear}
      </Button>
    </section>
  );
}
