import { useState } from 'react';
import { formatAnnotation } from '../../../../shared/messages/annotation-texts.ts';
import { t } from '../../../../shared/messages/index.ts';
import { type AnnotationOfRow, maxNoteLength } from '../../../../shared/model/statements/annotations.ts';
import { call } from '../../../bridge.ts';
import { noneSelected } from '../../../components/data-grid/selection.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { TextArea } from '../../../components/fields/TextField.tsx';
import { Time } from '../../../components/layout/Time.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { SkeletonLine } from '../../../components/messages/Skeleton.tsx';
import { useViewer, type Viewer } from '../grid/state/viewer-context.ts';
import styles from './Annotations.module.css';
import { annotateRows } from './annotate.ts';

type OpenNote = NonNullable<Viewer['note']>;

/** Returns the note that a row has now, from its history, newest first. */
function currentNote(changes: readonly AnnotationOfRow[]): string {
  for (const { annotation, isUndone } of changes)
    if (annotation.kind === 'note' && !isUndone) return annotation.text;
  return '';
}

function History({ changes }: { readonly changes: readonly AnnotationOfRow[] }) {
  return (
    <section aria-label={t('annotations.history')} className={styles.history}>
      <h3 className="sm dim">{t('annotations.history')}</h3>
      {changes.length === 0 ? (
        <p className="sm dim">{t('annotations.history.none')}</p>
      ) : (
        <ol className={styles.changes}>
          {changes.map(({ annotation, at, who, isUndone }) => (
            <li key={`${at} ${formatAnnotation(annotation)}`} className="sm">
              <span className={styles.change}>
                {isUndone
                  ? t('annotations.history.undone', { change: formatAnnotation(annotation) })
                  : formatAnnotation(annotation)}
              </span>
              <span className="dim nowrap">
                {who}, <Time value={at} form="moment" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface NoteFormProps {
  readonly note: OpenNote;
  readonly changes: readonly AnnotationOfRow[];
}

function NoteForm({ note, changes }: NoteFormProps) {
  const viewer = useViewer();
  const [text, setText] = useState(() => currentNote(changes));
  const onClose = () => viewer.set({ note: null });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('annotations.dialog.title', { count: note.count })}
      size="small"
      cancelLabel={t('annotations.dialog.cancel')}
      submitLabel={t('annotations.dialog.save')}
      onSubmit={async () => {
        await annotateRows(viewer, note.rows, { kind: 'note', text: text.trim() });
        viewer.set({ note: null, selection: noneSelected });
      }}
    >
      <TextArea
        label={t('annotations.column.note')}
        hint={t('annotations.dialog.hint')}
        value={text}
        onChange={setText}
        rows={4}
        maxLength={maxNoteLength}
        startsFocused
      />
      {note.row !== null && <History changes={changes} />}
    </FormDialog>
  );
}

/** The dialog for the note of rows; for one row, with the history of its ticks and notes. */
export function NoteDialog() {
  const { note, handle } = useViewer();
  const { value, error } = useQuery({
    queryKey: JSON.stringify([handle, note]),
    load: async () => {
      if (note?.row == null) return { note, changes: [] };
      return { note, ...(await call('viewer.annotations', { action: 'history', handle, row: note.row })) };
    },
  });
  if (note === null) return null;
  if (error !== null) return <ErrorNotice error={error} />;
  if (value === null || value.note !== note) return <SkeletonLine width={0} />;
  return <NoteForm note={note} changes={value.changes} />;
}
