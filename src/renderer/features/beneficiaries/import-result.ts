/** @file The result of an import of beneficiaries in words. */
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { ImportResult } from './dialogs.ts';

/** Describes what was imported, without figures that are zero; empty when no line could be imported. */
export function describeImport(result: Pick<ImportResult, 'added' | 'renamed' | 'unchanged'>): string {
  return formatPlainList(
    (['added', 'renamed', 'unchanged'] as const)
      .filter((part) => result[part] > 0)
      .map((part) => t(`beneficiaries.imported.${part}`, { count: result[part] })),
  );
}
