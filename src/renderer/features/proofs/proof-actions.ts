/** @file Actions of the Proofs screen and the result of the last action, until it is dismissed. */

import { baseNameOf } from '../../../shared/base-name.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import { fetchProofs } from '../../app/fetch-proofs.ts';
import { showBanner } from '../../app/frame/banner.ts';
import { createProfileStore } from '../../app/profiles/profile-store.ts';
import { navigate } from '../../app/routes.ts';
import { toastSaved } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';

interface ProofActions {
  readonly pasting: boolean;
  readonly busy: boolean;
  /** True while several proofs are saved, which may take long and does not block the window. */
  readonly isSavingAll: boolean;
  /** Proofs omitted by the last "save all". */
  readonly omitted: Pick<CommandResult<'proofs.save', 'all'>, 'left' | 'leftTotal'> | null;
  readonly error: PaydeskError | null;
}

const idle: ProofActions = {
  pasting: false,
  busy: false,
  isSavingAll: false,
  omitted: null,
  error: null,
};
export const useProofActions = createProfileStore(idle);

/** Reason why other actions are disabled; `null` when they are enabled. */
export function useDisabledReason(): string | null {
  return useProofActions().isSavingAll ? t('proofs.save.running') : null;
}

export function setPasting(pasting: boolean): void {
  useProofActions.setState({ pasting });
}

export function dismissResult(): void {
  useProofActions.setState({ omitted: null, error: null });
}

async function runAction(action: () => Promise<Partial<ProofActions>>, isSavingAll = false): Promise<void> {
  if (useProofActions.getState().busy) return;
  useProofActions.setState({ busy: true, isSavingAll, omitted: null, error: null });
  try {
    useProofActions.setState(await action());
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code !== 'cancelled') useProofActions.setState({ error });
  } finally {
    useProofActions.setState({ busy: false, isSavingAll: false });
  }
}

export function saveAll(chosen: ChosenProofs, as: 'folder' | 'zip' | 'pdf'): void {
  void runAction(async () => {
    const { savedAs, files, saved, left, leftTotal, beside } = await call('proofs.save', {
      action: 'all',
      chosen,
      as,
    });
    const count =
      beside === null
        ? t(as === 'pdf' ? 'proofs.save.number' : 'proofs.save.files', { count: saved })
        : t('proofs.save.numberBeside', {
            count: saved,
            pages: saved - beside.total,
            beside: beside.total,
            folder: baseNameOf(beside.savedAs.path),
          });
    if (savedAs !== null && saved > 0) {
      toastSaved(
        savedAs,
        as === 'folder'
          ? { sentence: t('toasts.savedMany', { content: count, folder: baseNameOf(savedAs.path) }) }
          : { detail: files === 1 ? count : t('proofs.save.inFiles', { proofs: count, count: files }) },
      );
    }
    return leftTotal === 0 ? {} : { omitted: { left, leftTotal } };
  }, true);
}

export function saveOne(id: number, version: string | null, form: 'document' | 'received'): void {
  void runAction(async () => {
    toastSaved((await call('proofs.save', { action: 'one', id, version, form })).savedAs);
    return {};
  });
}

export function refetch(action: 'retry' | 'refresh', chosen: ChosenProofs): void {
  void runAction(async () => {
    await call('proofs.change', { action, chosen });
    return {};
  });
}

/** Replaces a reference without a proof and fetches the new one; `false` when the list has the new one already. */
export async function correctReference(id: number, reference: string): Promise<boolean> {
  return (await call('proofs.change', { action: 'correct', id, reference })).corrected;
}

/** Removes those of the references that have no stored proof, and returns their number. */
export async function removeReferences(ids: readonly number[]): Promise<number> {
  return (await call('proofs.change', { action: 'remove', chosen: { what: 'selected', ids: [...ids] } }))
    .removed;
}

/** Shows why something about the list failed, until it is dismissed. */
export function showProofError(thrown: unknown): void {
  useProofActions.setState({ error: toPaydeskError(thrown) });
}

/** Fetches references without the paste dialog. */
export function fetchReferences(references: readonly string[]): void {
  void runAction(async () => {
    await fetchProofs(references, false);
    return {};
  });
}

/** Opens the newest stored CSV statement, where the clerk selects payments; without one, the screen that requests them. */
export function chooseFromStatement(): void {
  void runAction(async () => {
    const { rows } = await call('statements.list', { state: 'stored', first: null, offset: 0, limit: 200 });
    const [newest] = rows
      .filter(({ format }) => format === 'csv')
      .sort((one, two) => two.till.localeCompare(one.till));
    if (newest === undefined) navigate('statements', { tab: 'coverage', statementId: null });
    else navigate('statements', { tab: 'viewer', statementId: newest.id });
    const message = newest === undefined ? 'none' : 'hint';
    showBanner({
      tone: 'info',
      title: t(`proofs.fromStatements.${message}`),
      detail: t(`proofs.fromStatements.${message}Detail`),
    });
    return {};
  });
}

/** Cancels unfinished references, even while another action runs. */
export function cancelFetch(): void {
  call('proofs.change', { action: 'cancel' }).catch(showProofError);
}

/** Opens a link in the browser, after main has asked for confirmation. */
export function openLink(id: number, version: string | null): void {
  void runAction(async () => {
    await call('proofs.open', { action: 'link', id, version });
    return {};
  });
}

export function openLibrary(): void {
  void runAction(async () => {
    await call('proofs.library', { action: 'open' });
    return {};
  });
}
