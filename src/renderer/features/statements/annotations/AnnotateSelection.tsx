import { t } from '../../../../shared/messages/index.ts';
import type { Annotation } from '../../../../shared/model/statements/annotations.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { noneSelected } from '../../../components/data-grid/selection.ts';
import { useViewer } from '../grid/state/viewer-context.ts';
import { annotateRows, openNote } from './annotate.ts';

export function AnnotateSelection() {
  const viewer = useViewer();
  const { chosen, selected, attempt, set } = viewer;
  const annotateSelection = async (annotation: Annotation) => {
    await annotateRows(viewer, chosen, annotation);
    // The rows show the result, and the next change is about other rows.
    set({ selection: noneSelected });
  };
  return (
    <>
      <Button
        size="small"
        icon="check"
        onPress={() => attempt(annotateSelection({ kind: 'tick', isTicked: true }))}
      >
        {t('annotations.tick', { count: selected })}
      </Button>
      <Button size="small" icon="pencil" onPress={() => openNote(viewer, undefined)}>
        {t('annotations.note')}
      </Button>
      <Button size="small" onPress={() => attempt(annotateSelection({ kind: 'tick', isTicked: false }))}>
        {t('annotations.untick')}
      </Button>
    </>
  );
}
