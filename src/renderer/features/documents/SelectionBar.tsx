import type { DocumentFilter } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Spread } from '../../components/Page.tsx';
import { type Act, acts, reachOfActs, selectionOfAct } from './acts.ts';
import type { Ticked } from './ticked-documents.ts';
import type { Chosen, DocumentActs } from './use-document-acts.ts';

const words = documentsScreenWords.selection;

/** Props of {@link SelectionBar}. */
export interface SelectionBarProps {
  readonly batch: BatchSummary;
  readonly ticked: Ticked;
  readonly filter: DocumentFilter;
  readonly documentActs: DocumentActs;
  readonly onAssign: (chosen: Chosen) => void;
  readonly onCancel: (chosen: Chosen) => void;
  readonly onClear: () => void;
}

function wordOf(act: Act, count: number, selected: number): string {
  const word = words[act];
  if (typeof word !== 'string') return word(count, selected);
  return count < selected ? words.part(word, count, selected) : word;
}

/** What can be done with the selected documents, in place of the drop zone at the foot of the list. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, ticked, filter, documentActs, onAssign, onCancel, onClear } = props;
  const selected = ticked.ids.size;
  const reach = reachOfActs(batch.state, ticked);
  const offered = acts.flatMap((act) => {
    const count = reach.get(act) ?? 0;
    return count === 0 ? [] : [{ act, count }];
  });
  const press = (act: Act, count: number) => {
    const chosen = { selection: selectionOfAct(act, batch.state, ticked, filter), count };
    if (act === 'assign') onAssign(chosen);
    else if (act === 'cancel') onCancel(chosen);
    else {
      documentActs.act(act, chosen);
      onClear();
    }
  };
  return (
    <section className="list-foot toolbar-selected batch-foot" aria-label={words.label}>
      <strong role="status">{words.count(selected)}</strong>
      {offered.map(({ act, count }) => (
        <Button
          key={act}
          size="small"
          variant={act === 'cancel' ? 'danger' : 'default'}
          onPress={() => press(act, count)}
        >
          {wordOf(act, count, selected)}
        </Button>
      ))}
      <Spread />
      <Button variant="quiet" size="small" onPress={onClear}>
        {words.clear}
      </Button>
    </section>
  );
}
