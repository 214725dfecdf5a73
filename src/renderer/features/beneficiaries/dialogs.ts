/**
 * @file The open dialog of the Beneficiaries screen. It is stored outside of the screen, because commands open dialogs
 * from every screen.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { Beneficiary } from '../../../shared/model/beneficiary.ts';

export type ImportResult = NonNullable<CommandResult<'beneficiaries.import'>>;

/** The fields of a beneficiary that dialogs use. */
export type BeneficiaryRef = Pick<Beneficiary, 'id' | 'label' | 'stage'>;

/** A dialog with its data. */
type BeneficiaryDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'draft'; readonly draft: BeneficiaryRef | null }
  | { readonly kind: 'rename'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'remove'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'create'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'imported'; readonly result: ImportResult };

interface DialogState {
  /** The last dialog; it is still rendered during the closing animation. */
  readonly dialog: BeneficiaryDialog | null;
  readonly open: boolean;
  /** Counts the opened dialogs, as a key that resets their state. */
  readonly number: number;
}

const store = createStore<DialogState>(() => ({ dialog: null, open: false, number: 0 }));

/** Opens a dialog on the Beneficiaries screen, now or when the screen is shown. */
export function openDialog(dialog: BeneficiaryDialog): void {
  store.setState(({ number }) => ({ dialog, open: true, number: number + 1 }));
}

/** Closes the open dialog. */
export function closeDialog(): void {
  store.setState({ open: false });
}

/** Drops the dialog, because another profile may be active next. */
export function resetDialogs(): void {
  store.setState({ dialog: null, open: false });
}

export function useDialogState(): DialogState {
  return useStore(store);
}
