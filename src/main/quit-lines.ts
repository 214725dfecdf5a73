import { t } from '../shared/messages/index.ts';
import type { WorkInFlight } from '../shared/model/work-in-flight.ts';

/** One sentence for each kind of work that quitting would interrupt. */
export function createQuitLines(work: WorkInFlight): readonly string[] {
  return [
    ...(work.documents > 0 ? [t('leaving.quit.documents', { count: work.documents })] : []),
    ...(work.attaches > 0 ? [t('leaving.attaches', { count: work.attaches })] : []),
    ...(work.proofs > 0 ? [t('leaving.quit.proofs', { count: work.proofs })] : []),
    ...(work.statements > 0 ? [t('leaving.quit.statements', { count: work.statements })] : []),
    ...(work.exports > 0 ? [t('leaving.exports', { count: work.exports })] : []),
  ];
}
