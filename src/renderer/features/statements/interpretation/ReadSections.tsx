/** @file The sections of the panel that shows how a file is read: its columns, its words, and the lines before its rows. */
import { t } from '../../../../shared/messages/index.ts';
import {
  type ReadOptions,
  type ReadPreview,
  roleSchema,
  type WordMeaning,
} from '../../../../shared/model/statements/open-statement.ts';
import { toastCopied } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { copyText } from '../../../components/actions/copy-text.ts';
import fieldStyles from '../../../components/fields/Field.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import { Pane } from '../../../components/layout/Pane.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { showMoreLabel, useShowMore } from '../../../components/layout/use-show-more.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { columnNameOf } from './column-names.ts';
import styles from './Interpretation.module.css';
import { foundLabel, OptionSelect } from './OptionSelect.tsx';
import type { QuestionedWord } from './questioned-terms.ts';
import { choiceFor, columnTypes, typeOf, withOption, withRole, withType } from './read-draft.ts';

const noRole = 'none';
const initiallyShown = 20;
const showMoreStep = 40;

interface DraftProps {
  readonly draft: ReadOptions;
  readonly onChange: (draft: ReadOptions) => void;
}

interface ColumnSelectsProps extends DraftProps {
  readonly index: number;
  readonly name: string;
  readonly detected: ReadPreview['found']['columns'][number] | undefined;
  readonly startsFocused: boolean;
}

/** The field that starts focused does not scroll into view by itself. */
const showCell = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Chooses the type and the role of a column. */
function ColumnSelects({ index, name, detected, draft, startsFocused, onChange }: ColumnSelectsProps) {
  const choice = choiceFor(draft, index);
  const { kind = 'text', role = null } = detected ?? {};
  return (
    <div className="grid gap-1" ref={startsFocused ? showCell : null}>
      <OptionSelect
        inTable
        startsFocused={startsFocused}
        label={t('statementInterpretation.columns.typeOf', { column: name })}
        found={foundLabel(
          kind === 'undecided'
            ? t('statementInterpretation.columns.undecided')
            : t(`statementInterpretation.columns.types.${kind}`),
        )}
        options={columnTypes.map((id) => ({ id, label: t(`statementInterpretation.columns.types.${id}`) }))}
        value={typeOf(choice) ?? undefined}
        onChange={(type) => onChange(withType(draft, index, type ?? null))}
      />
      <OptionSelect
        inTable
        label={t('statementInterpretation.columns.roleOf', { column: name })}
        found={foundLabel(
          role === null
            ? t('statementInterpretation.columns.noRole')
            : t(`statementInterpretation.columns.roles.${role}`),
        )}
        options={[
          { id: noRole, label: t('statementInterpretation.columns.noRole') },
          ...roleSchema.options.map((id) => ({
            id,
            label: t(`statementInterpretation.columns.roles.${id}`),
          })),
        ]}
        value={choice.role === null ? noRole : choice.role}
        onChange={(id) => onChange(withRole(draft, index, id === noRole ? null : id))}
      />
    </div>
  );
}

interface ColumnsProps extends DraftProps {
  readonly preview: ReadPreview;
  /** The column for which the panel was opened; `null` for none. */
  readonly opened: number | null;
}

/** The first data rows as the draft reads them, with the type and the role of every column. */
export function Columns({ preview, opened, draft, onChange }: ColumnsProps) {
  const { columns } = preview.opened;
  const page = useShowMore(columns, Math.max(initiallyShown, (opened ?? 0) + 1), showMoreStep);
  const classes = page.shown.map(({ kind }) => classNames(kind === 'number' && 'right'));
  return (
    <section className={styles.section}>
      <h3 className={fieldStyles.label} data-part="label">
        {t('statementInterpretation.columns.label', { count: columns.length })}
      </h3>
      <Pane
        className={classNames(styles.preview)}
        data-part="preview"
        label={t('statementInterpretation.preview.label')}
      >
        <table>
          <thead>
            <tr>
              {page.shown.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
                <th key={index} scope="col" className={classes[index]} title={columnNameOf(column, index)}>
                  {columnNameOf(column, index)}
                </th>
              ))}
            </tr>
            <tr>
              {page.shown.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
                <td key={index}>
                  <ColumnSelects
                    index={index}
                    name={columnNameOf(column, index)}
                    detected={preview.found.columns[index]}
                    startsFocused={index === opened}
                    draft={draft}
                    onChange={onChange}
                  />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={row}>
                {classes.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                  <td key={index} className={name}>
                    {cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Pane>
      {preview.rows.length === 0 && (
        <p className="sm faint" data-part="hint">
          {t('statementInterpretation.preview.none')}
        </p>
      )}
      {page.hiddenCount > 0 && (
        <Button size="small" onPress={page.showMore}>
          {showMoreLabel(page.nextCount, page.hiddenCount)}
        </Button>
      )}
    </section>
  );
}

/** Says what words of the file mean: incoming, outgoing, or no payment. */
export function Words({
  words,
  draft,
  onChange,
}: DraftProps & { readonly words: readonly QuestionedWord[] }) {
  const decide = (key: string, meaning: WordMeaning | undefined) => {
    const { [key]: _, ...others } = draft.words ?? {};
    const decided = meaning === undefined ? others : { ...others, [key]: meaning };
    onChange(withOption(draft, 'words', Object.keys(decided).length === 0 ? undefined : decided));
  };
  return (
    <section className={styles.section}>
      <h3 className={fieldStyles.label} data-part="label">
        {t('statementInterpretation.words.dialog')}
      </h3>
      <p className="sm faint" data-part="hint">
        {t('statementInterpretation.words.lead')}
      </p>
      {words.map(({ key, text, rows, meanings }, index) => (
        <div key={key} className={styles.word}>
          <bdi className="cut" title={text}>
            {text}
          </bdi>
          <span className="sm dim num">
            {rows === null ? '' : t('statementInterpretation.words.rows', { count: rows })}
          </span>
          <OptionSelect
            inTable
            startsFocused={index === 0}
            label={t('statementInterpretation.words.column', { word: text })}
            found={t('statementInterpretation.words.open')}
            options={meanings.map((id) => ({ id, label: t(`statementInterpretation.words.${id}`) }))}
            value={draft.words?.[key]}
            onChange={(meaning) => decide(key, meaning)}
          />
        </div>
      ))}
    </section>
  );
}

interface LinesBeforeProps {
  readonly handle: number;
  readonly title: string;
}

/** The original lines before the header of a statement. */
export function LinesBefore({ handle, title }: LinesBeforeProps) {
  const { value, error } = useQuery({
    queryKey: String(handle),
    load: () => call('viewer.query', { action: 'linesBefore', handle }),
  });
  if (error !== null) return <ErrorNotice error={error} />;
  if (value === null) return null;
  const text = `${value.lines.join('\n')}\n`;
  return (
    <section className={styles.section}>
      <h3 className={fieldStyles.label} data-part="label">
        {title}
      </h3>
      <p className="sm faint" data-part="hint">
        {t('statementInterpretation.linesBefore.lead')}
      </p>
      <Pane
        className={classNames(styles.preview, 'selectable')}
        label={t('statementInterpretation.linesBefore.label')}
      >
        <pre>{text}</pre>
      </Pane>
      {value.of > value.lines.length && (
        <p className="sm faint" data-part="hint">
          {t('statementInterpretation.linesBefore.some', { count: value.lines.length, all: value.of })}
        </p>
      )}
      <Button size="small" icon="copy" startsFocused onPress={() => toastCopied(copyText(text))}>
        {t('statementInterpretation.linesBefore.copy')}
      </Button>
    </section>
  );
}
