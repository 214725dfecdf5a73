/** @file Imports an address book: first the file dialog of the system, then the result or an error. */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';

import { createProfileStore } from '../../app/profiles/profile-store.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { openDialog } from './dialogs.ts';
import { describeImport } from './import-result.ts';

interface ImportState {
  /** True from the click until the import has a result. */
  readonly busy: boolean;
  readonly error: PaydeskError | null;
}

const idle: ImportState = { busy: false, error: null };
export const useImportState = createProfileStore(idle);

async function runImport(): Promise<void> {
  const started: ImportState = { busy: true, error: null };
  useImportState.setState(started, true);
  // The profile that started the import may no longer be shown.
  const isShown = () => useImportState.getState() === started;
  try {
    const result = await call('beneficiaries.import', { action: 'run' });
    if (!isShown()) return;
    useImportState.setState(idle, true);
    if (result === null) return;
    // Refused lines need a dialog, because a toast would disappear.
    if (result.refusedTotal > 0) openDialog({ kind: 'imported', result });
    else toast({ sentence: describeImport(result) || t('beneficiaries.imported.nothing') });
  } catch (thrown) {
    if (isShown()) useImportState.setState({ busy: false, error: toPaydeskError(thrown) });
  }
}

/** Lets the clerk choose a CSV file and imports it. Only one import runs at a time. */
export function importFile(): void {
  if (!useImportState.getState().busy) void runImport();
}

export function dismissImportError(): void {
  useImportState.setState({ error: null });
}
