/** @file Messages about unfinished work: the effect of a sign-out, and the work that resumes after a sign-in. */
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { WaitingWork, WorkInFlight } from '../../../shared/model/session/work-in-flight.ts';

/** One sentence for each kind of work that a sign-out interrupts, and for each batch that resumes afterwards. */
export function signOutLines(
  work: WorkInFlight,
  { batches, moreBatches }: Pick<WaitingWork, 'batches' | 'moreBatches'>,
): readonly string[] {
  return [
    ...(work.documents > 0 ? [t('leaving.signOut.documents', { count: work.documents })] : []),
    ...(work.attaches > 0 ? [t('leaving.attaches', { count: work.attaches })] : []),
    ...(work.proofs > 0 ? [t('leaving.signOut.proofs', { count: work.proofs })] : []),
    ...(work.statements > 0 ? [t('leaving.signOut.statements', { count: work.statements })] : []),
    ...(work.exports > 0 ? [t('leaving.exports', { count: work.exports })] : []),
    ...batches.map(({ number, documents }) => t('leaving.signOut.batch', { number, count: documents })),
    ...(moreBatches > 0 ? [t('leaving.signOut.moreBatches', { count: moreBatches })] : []),
  ];
}

/** One sentence for each listed batch that resumes after the next sign-in, and for each other kind of work. */
export function waitingLines({ batches, moreBatches, proofs }: WaitingWork): readonly string[] {
  return [
    ...batches.map(({ number, documents }) => t('session.waiting.batch', { number, count: documents })),
    ...(moreBatches > 0 ? [t('session.waiting.moreBatches', { count: moreBatches })] : []),
    ...(proofs > 0 ? [t('session.waiting.proofs', { count: proofs })] : []),
  ];
}

/** The work that resumes after the next sign-in, short enough for the line of a profile; empty when there is none. */
export function waitingSummary({ documents, proofs }: WaitingWork): string {
  return formatPlainList([
    documents > 0 ? t('session.waiting.short.documents', { count: documents }) : '',
    proofs > 0 ? t('session.waiting.short.proofs', { count: proofs }) : '',
  ]);
}
