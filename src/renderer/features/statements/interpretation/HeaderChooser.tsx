import { Label, RadioButton, RadioField, RadioGroup } from 'react-aria-components';
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import fieldStyles from '../../../components/fields/Field.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import { Tag } from '../../../components/messages/State.tsx';
import styles from './Interpretation.module.css';
import { type HeaderRow, headerRows } from './read-draft.ts';

const noHeader = 'none';

interface HeaderChooserProps {
  /** The first rows of the file. */
  readonly lines: readonly (readonly string[])[];
  /** Index of the header row, or `null`. */
  readonly header: number | null;
  /** Index of the detected header row, or `null`. */
  readonly detected: number | null;
  readonly onChange: (header: 'none' | number) => void;
}

function HeaderOption({ row, isDetected }: { readonly row: HeaderRow; readonly isDetected: boolean }) {
  const name = t('statementInterpretation.header.row', { row: row.row + 1 });
  const cells =
    row.cells.length === 0 ? t('statementInterpretation.header.empty') : formatPlainList(row.cells);
  const listed =
    row.more > 0 ? t('statementInterpretation.header.moreOf', { cells, count: row.more }) : cells;
  return (
    <RadioField
      className={classNames(styles.headerRow)}
      value={String(row.row)}
      aria-label={t('statementInterpretation.header.cells', { row: name, cells: listed })}
    >
      <RadioButton className={classNames(styles.headerChoice)}>
        <span className={styles.headerName}>
          <span className={styles.headerDot} aria-hidden="true" />
          {name}
          {isDetected && <Tag>{t('statementInterpretation.header.found')}</Tag>}
        </span>
        {row.isEmpty && <span className="faint">{t('statementInterpretation.header.empty')}</span>}
        {row.cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row have no other name
          <span key={index}>{cell}</span>
        ))}
        {row.more > 0 && (
          <span className="faint">{t('statementInterpretation.header.more', { count: row.more })}</span>
        )}
      </RadioButton>
    </RadioField>
  );
}

/** Chooses the header among the first rows of a file, with the mouse or the arrow keys. */
export function HeaderChooser({ lines, header, detected, onChange }: HeaderChooserProps) {
  const rows = headerRows(lines, header);
  return (
    <RadioGroup
      className={classNames(styles.headerChooser)}
      value={header === null ? noHeader : String(header)}
      onChange={(id) => onChange(id === noHeader ? noHeader : Number(id))}
    >
      <Label className={classNames(fieldStyles.label)} data-part="label">
        {t('statementInterpretation.header.label')}
      </Label>
      <p className={fieldStyles.hint} data-part="hint">
        {rows.length === 0
          ? t('statementInterpretation.header.emptyFile')
          : t('statementInterpretation.header.lead')}
      </p>
      <div className={styles.headerRows} data-part="header-rows">
        <RadioField className={classNames(styles.headerRow)} value={noHeader}>
          <RadioButton className={classNames(styles.headerChoice)}>
            <span className={styles.headerName}>
              <span className={styles.headerDot} aria-hidden="true" />
              {t('statementInterpretation.header.none')}
              {detected === null && <Tag>{t('statementInterpretation.header.found')}</Tag>}
            </span>
            <span className="faint">{t('statementInterpretation.header.noneLead')}</span>
          </RadioButton>
        </RadioField>
        {rows.map((row) => (
          <HeaderOption key={row.row} row={row} isDetected={row.row === detected} />
        ))}
      </div>
    </RadioGroup>
  );
}
