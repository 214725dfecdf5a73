import { t } from '../../../shared/messages/index.ts';
import type { ReadPreview } from '../../../shared/model/review.ts';
import { classNames } from '../../components/class-names.ts';
import { Pane } from '../../components/Pane.tsx';
import { nameOf } from './column-names.ts';

const columnsShown = 20;

/** Preview of the first data rows under the options. */
export function ReadPreviewTable({ preview }: { readonly preview: ReadPreview }) {
  const { columns } = preview.opened;
  const shown = columns.slice(0, columnsShown);
  return (
    <section className="read-section">
      <h3 className="label">{t('statementReading.preview.label')}</h3>
      <Pane className="read-preview" label={t('statementReading.preview.label')}>
        <table>
          <thead>
            <tr>
              {shown.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several columns may have the same name
                <th key={index} scope="col" className={classNames(column.kind === 'number' && 'right')}>
                  <span className="cut" title={nameOf(column, index)}>
                    {nameOf(column, index)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={row}>
                {shown.map((column, index) => (
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
      {preview.rows.length === 0 && <p className="hint">{t('statementReading.preview.none')}</p>}
      {columns.length > shown.length && (
        <p className="hint">{t('statementReading.preview.more', { count: columns.length - shown.length })}</p>
      )}
    </section>
  );
}
