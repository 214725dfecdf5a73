import { t } from '../../../../shared/messages/index.ts';
import type { ReadPreview } from '../../../../shared/model/statements/open-statement.ts';
import fieldStyles from '../../../components/fields/Field.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import { Pane } from '../../../components/layout/Pane.tsx';
import { columnNameOf } from './column-names.ts';
import styles from './Interpretation.module.css';

const maxColumns = 20;

/** Preview of the first data rows, read by the options of the dialog. */
export function ReadPreviewTable({ preview }: { readonly preview: ReadPreview }) {
  const { columns } = preview.opened;
  const shownColumns = columns.slice(0, maxColumns);
  return (
    <section className={styles.section}>
      <h3 className={fieldStyles.label} data-part="label">
        {t('statementInterpretation.preview.label')}
      </h3>
      <Pane
        className={classNames(styles.preview)}
        data-part="preview"
        label={t('statementInterpretation.preview.label')}
      >
        <table>
          <thead>
            <tr>
              {shownColumns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
                <th key={index} scope="col" className={classNames(column.kind === 'number' && 'right')}>
                  <span className="cut" title={columnNameOf(column, index)}>
                    {columnNameOf(column, index)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={row}>
                {shownColumns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
                  <td key={index} className={classNames(column.kind === 'number' && 'right')}>
                    {cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Pane>
      {preview.rows.length === 0 && (
        <p className={fieldStyles.hint} data-part="hint">
          {t('statementInterpretation.preview.none')}
        </p>
      )}
      {columns.length > shownColumns.length && (
        <p className={fieldStyles.hint} data-part="hint">
          {t('statementInterpretation.preview.more', { count: columns.length - shownColumns.length })}
        </p>
      )}
    </section>
  );
}
