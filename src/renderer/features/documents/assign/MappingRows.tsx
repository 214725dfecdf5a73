import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { MappingRow } from '../../../../shared/model/documents/mapping.ts';
import { FileName } from '../../../components/files/FileName.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import foldersStyles from './Folders.module.css';
import mappingStyles from './Mapping.module.css';
import { reasonOfRow } from './mapping-preview.ts';

function RowBeneficiary({ row }: { readonly row: MappingRow }) {
  const reason = reasonOfRow(row);
  const [recipientId] = row.recipientIds;
  return (
    <span className={mappingStyles.text}>
      {row.beneficiary !== null && <bdi className="cut">{row.beneficiary.label}</bdi>}
      {reason !== null && <span className="dim">{reason}</span>}
      {recipientId !== undefined && (row.line !== null || row.outcome !== 'ambiguous') && (
        <bdi className={classNames(mappingStyles.more, 'id cut')} title={recipientId}>
          {recipientId}
        </bdi>
      )}
    </span>
  );
}

/** The first page of the rows of a preview, and the number of further rows. */
export function MappingRows({
  rows,
  total,
}: {
  readonly rows: readonly MappingRow[];
  readonly total: number;
}) {
  if (rows.length === 0)
    return <p className={classNames(foldersStyles.foldersNone, 'dim')}>{t('documentsMapping.nothing')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={mappingStyles.mapped} aria-label={t('documentsMapping.rows')} tabIndex={0}>
      <ul>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID, and their order never changes within a page
          <li key={index}>
            <span className={mappingStyles.text}>
              <FileName name={row.file === '' ? '…' : row.file} />
              <span className={mappingStyles.more}>
                {formatPlainList([
                  row.line === null ? '' : t('documentsMapping.line', { number: row.line }),
                  row.folder,
                ])}
              </span>
            </span>
            <RowBeneficiary row={row} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className={classNames(mappingStyles.mappedMore, 'dim')}>
          {t('documentsMapping.moreRows', { count: total - rows.length })}
        </p>
      )}
    </section>
  );
}
