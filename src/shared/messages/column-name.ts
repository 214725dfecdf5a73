import { t } from './index.ts';

/** Returns the name of a column, or its position if it has no name. */
export function columnName(name: string, index: number): string {
  return name === '' ? t('statementViewer.column.unnamed', { place: index + 1 }) : name;
}
