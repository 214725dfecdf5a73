import { t } from '../../../../shared/messages/index.ts';
import {
  type ReadOptions,
  type ReadPreview,
  roleSchema,
} from '../../../../shared/model/statements/open-statement.ts';
import { Button } from '../../../components/actions/Button.tsx';
import fieldStyles from '../../../components/fields/Field.module.css';
import { Select } from '../../../components/fields/Select.tsx';
import { useShowMore } from '../../../components/layout/use-show-more.ts';
import { columnNameOf } from './column-names.ts';
import styles from './Interpretation.module.css';
import { choiceFor, columnTypes, foundId, typeOf, withRole, withType } from './read-draft.ts';

const detectedLabel = (label: string) => t('statementInterpretation.found', { word: label });
const noRole = 'none';
const initiallyShown = 20;
const showMoreStep = 40;

type DetectedColumn = ReadPreview['found']['columns'][number];

interface ColumnSelectProps {
  readonly index: number;
  readonly name: string;
  /** What Paydesk detected for the column; `undefined` for a missing column. */
  readonly detected: DetectedColumn | undefined;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
  readonly labelHidden?: boolean;
}

function detectedTypeLabel(column: DetectedColumn | undefined): string {
  const kind = column?.kind ?? 'text';
  return detectedLabel(
    kind === 'undecided'
      ? t('statementInterpretation.columns.undecided')
      : t(`statementInterpretation.columns.types.${kind}`),
  );
}

/** Chooses the type of a column. */
export function TypeSelect(props: ColumnSelectProps) {
  const { index, name, options, onChange, labelHidden = false } = props;
  return (
    <Select
      label={
        labelHidden
          ? t('statementInterpretation.columns.typeOf', { column: name })
          : t('statementInterpretation.columns.type')
      }
      labelHidden={labelHidden}
      size="small"
      value={typeOf(choiceFor(options, index)) ?? foundId}
      options={[
        { id: foundId, label: detectedTypeLabel(props.detected) },
        ...columnTypes.map((id) => ({ id, label: t(`statementInterpretation.columns.types.${id}`) })),
      ]}
      onChange={(type) => onChange(withType(options, index, type === foundId ? null : type))}
    />
  );
}

/** Chooses the role of a column. */
export function RoleSelect(props: ColumnSelectProps) {
  const { index, name, options, onChange, labelHidden = false } = props;
  const { role: chosenRole } = choiceFor(options, index);
  const detectedRole = props.detected?.role ?? null;
  return (
    <Select
      label={
        labelHidden
          ? t('statementInterpretation.columns.roleOf', { column: name })
          : t('statementInterpretation.columns.role')
      }
      labelHidden={labelHidden}
      size="small"
      value={chosenRole === undefined ? foundId : (chosenRole ?? noRole)}
      options={[
        {
          id: foundId,
          label: detectedLabel(
            detectedRole === null
              ? t('statementInterpretation.columns.noRole')
              : t(`statementInterpretation.columns.roles.${detectedRole}`),
          ),
        },
        { id: noRole, label: t('statementInterpretation.columns.noRole') },
        ...roleSchema.options.map((id) => ({ id, label: t(`statementInterpretation.columns.roles.${id}`) })),
      ]}
      onChange={(id) =>
        onChange(withRole(options, index, id === foundId ? undefined : id === noRole ? null : id))
      }
    />
  );
}

interface ColumnChoicesProps {
  readonly preview: ReadPreview;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** Type and role of every column. */
export function ColumnChoices({ preview, options, onChange }: ColumnChoicesProps) {
  const { columns } = preview.opened;
  const { shown, nextCount, hiddenCount, showMore } = useShowMore(columns, initiallyShown, showMoreStep);
  return (
    <section
      className={styles.columnChoices}
      aria-label={t('statementInterpretation.columns.label', { count: columns.length })}
    >
      <h3 className={fieldStyles.label} data-part="label">
        {t('statementInterpretation.columns.label', { count: columns.length })}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('statementInterpretation.columns.name')}</th>
            <th scope="col">{t('statementInterpretation.columns.type')}</th>
            <th scope="col">{t('statementInterpretation.columns.role')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((column, index) => {
            const name = columnNameOf(column, index);
            const selectProps = { index, name, detected: preview.found.columns[index], options, onChange };
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
              <tr key={index}>
                <th scope="row" className="cut" title={name}>
                  {name}
                </th>
                <td>
                  <TypeSelect {...selectProps} labelHidden />
                </td>
                <td>
                  <RoleSelect {...selectProps} labelHidden />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {hiddenCount > 0 && (
        <Button size="small" onPress={showMore}>
          {nextCount === hiddenCount
            ? t('statementInterpretation.columns.showRest', { count: nextCount })
            : t('statementInterpretation.columns.showMore', { next: nextCount, rest: hiddenCount })}
        </Button>
      )}
    </section>
  );
}
