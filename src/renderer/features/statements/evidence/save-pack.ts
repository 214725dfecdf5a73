/** @file The steps of saving an evidence pack, which the clerk may stop. */
import { toPaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { PackFolder, PackJob, PackSummary } from '../../../../shared/model/evidence.ts';
import { toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';

/** Resolves with `null` when the clerk stopped the job; rejects with any other error. */
async function unlessStopped<Result>(job: Promise<Result>): Promise<Result | null> {
  try {
    return await job;
  } catch (thrown) {
    if (toPaydeskError(thrown).code === 'cancelled') return null;
    throw thrown;
  }
}

/** Finds what a pack of the statements contains; `null` when the clerk stopped. */
export function describePack(statementIds: readonly number[]): Promise<PackSummary | null> {
  return unlessStopped(call('evidence.pack', { action: 'describe', statementIds: [...statementIds] }));
}

/** Asks for the folder; `null` when the clerk closed the dialog. */
export function choosePackFolder({ plan }: PackSummary): Promise<PackFolder | null> {
  return call('evidence.pack', { action: 'chooseFolder', plan });
}

/** Writes the pack and shows a toast. Resolves with false when the clerk stopped; nothing remains then. */
export async function savePack({ plan }: PackSummary): Promise<boolean> {
  const saved = await unlessStopped(call('evidence.pack', { action: 'write', plan }));
  if (saved === null) return false;
  toastSaved(saved.savedAs, { detail: t('evidence.save.fingerprint', { fingerprint: saved.fingerprint }) });
  return true;
}

export function stopJob(job: PackJob): void {
  void call('evidence.pack', { action: 'cancel', job }).catch(() => undefined);
}
