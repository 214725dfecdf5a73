/** @file Prints the rows of a view, its groups or a chart. */
import type { Printed } from '../../../../../shared/contract/viewer.ts';
import { call } from '../../../../bridge.ts';

/** Opens the system's print dialog. Rejects without printing, with `pages-too-many` when there is too much. */
export async function printView(printed: Printed): Promise<void> {
  const { address } = await call('viewer.export', { action: 'print', ...printed });
  // pdf.js is as large as all screens together.
  const { printPdf } = await import('../../../../components/pdf/print-pdf.ts');
  await printPdf(address);
}
