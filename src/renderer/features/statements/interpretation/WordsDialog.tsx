import { useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { Opened, ReadOptions, WordMeaning } from '../../../../shared/model/statements/open-statement.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import styles from './Interpretation.module.css';
import type { QuestionedWord } from './questioned-terms.ts';
import { withOption } from './read-draft.ts';

interface WordsDialogProps {
  readonly opened: Opened;
  readonly words: readonly QuestionedWord[];
  readonly onClose: () => void;
  readonly onApply: (options: ReadOptions) => void;
}

/** Dialog in which the clerk says what words of the file mean: incoming, outgoing, or no payment. */
export function WordsDialog({ opened, words, onClose, onApply }: WordsDialogProps) {
  const [draft, setDraft] = useState(opened.options.words ?? {});
  const decide = (key: string, meaning: WordMeaning | null) => {
    const { [key]: _, ...others } = draft;
    setDraft(meaning === null ? others : { ...others, [key]: meaning });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      size="small"
      title={t('statementInterpretation.words.dialog')}
      lead={t('statementInterpretation.words.lead')}
      cancelLabel={t('statementInterpretation.cancel')}
      submitLabel={t('statementInterpretation.apply')}
      onSubmit={() =>
        onApply(withOption(opened.options, 'words', Object.keys(draft).length === 0 ? undefined : draft))
      }
    >
      {words.map(({ key, text, rows, meanings }) => (
        <div key={key} className={styles.word}>
          <bdi className="cut" title={text}>
            {text}
          </bdi>
          <span className="sm dim num">
            {rows === null ? '' : t('statementInterpretation.words.rows', { count: rows })}
          </span>
          <Select
            label={t('statementInterpretation.words.column', { word: text })}
            labelHidden
            value={draft[key] ?? 'open'}
            options={(['open', ...meanings] as const).map((id) => ({
              id,
              label: t(`statementInterpretation.words.${id}`),
            }))}
            onChange={(id) => decide(key, id === 'open' ? null : id)}
          />
        </div>
      ))}
    </FormDialog>
  );
}
