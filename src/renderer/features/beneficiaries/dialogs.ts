/**
 * @file The open dialog of the Beneficiaries screen. The dialog is stored outside of the screen, because commands open dialogs
 * from every screen.
 */
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { Beneficiary } from '../../../shared/model/beneficiary.ts';
import { createProfileStore } from '../../app/profiles/profile-store.ts';

export type ImportResult = NonNullable<CommandResult<'beneficiaries.import', 'run'>>;

export type BeneficiaryRef = Pick<Beneficiary, 'id' | 'label' | 'stage'>;

/** A beneficiary that exists at the service, or one that the service has yet to create. */
export type AddedKind = 'known' | 'new';

type BeneficiaryDialog =
  | { readonly kind: 'add'; readonly added: AddedKind }
  | { readonly kind: 'draft'; readonly draft: BeneficiaryRef }
  | { readonly kind: 'rename'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'remove'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'create'; readonly beneficiary: BeneficiaryRef }
  | { readonly kind: 'imported'; readonly result: ImportResult };

interface DialogState {
  /** The last dialog, which is still rendered during its closing animation. */
  readonly dialog: BeneficiaryDialog | null;
  readonly isOpen: boolean;
  /** Number of dialogs opened so far; used as a React key, so that each dialog starts with new state. */
  readonly openCount: number;
}

export const useDialogState = createProfileStore<DialogState>({
  dialog: null,
  isOpen: false,
  openCount: 0,
});

/** Opens a dialog on the Beneficiaries screen, now or when the screen is shown. */
export function openDialog(dialog: BeneficiaryDialog): void {
  useDialogState.setState(({ openCount }) => ({ dialog, isOpen: true, openCount: openCount + 1 }));
}

export function closeDialog(): void {
  useDialogState.setState({ isOpen: false });
}
