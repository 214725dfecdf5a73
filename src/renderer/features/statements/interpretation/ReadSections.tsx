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
  // Columns may share a name, and rows have none: their places identify them.
  const shown = page.shown.map((column, place) => ({
    place,
    name: columnNameOf(column, place),
    className: classNames(column.kind === 'number' && 'right'),
  }));
  const rows = preview.rows.map((cells, place) => ({ place, cells }));
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
              {shown.map(({ place, name, className }) => (
                <th key={place} scope="col" className={className} title={name}>
                  {name}
                </th>
              ))}
            </tr>
            <tr>
              {shown.map(({ place, name }) => (
                <td key={place}>
                  <ColumnSelects
                    index={place}
                    name={name}
                    detected={preview.found.columns[place]}
                    startsFocused={place === opened}
                    draft={draft}
                    onChange={onChange}
                  />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.place}>
                {shown.map(({ place, className }) => (
                  <td key={place} className={className}>
                    {row.cells[place] ?? ''}
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
