import { type ReactNode, Suspense, useState } from 'react';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import { ScreenBoundary } from '../../app/frame/ScreenBoundary.tsx';
import { createLazyComponent } from '../../app/lazy-component.tsx';
import { type EditedProfile, newProfile } from './edited-profile.ts';
import { originFacts } from './origin.ts';

const importDialogs = () => import('./lazy-dialogs.ts');
const ProfileEditor = createLazyComponent(() => importDialogs().then((module) => module.ProfileEditor));
const ProfileView = createLazyComponent(() => importDialogs().then((module) => module.ProfileView));
const RemoveProfile = createLazyComponent(() => importDialogs().then((module) => module.RemoveProfile));

/** Loads the dialogs in which profiles are added, edited, viewed and removed. */
export const loadProfileDialogs = [ProfileEditor.load, ProfileView.load, RemoveProfile.load];

type OpenDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly edited: EditedProfile }
  | { readonly kind: 'view'; readonly entry: ProfileEntry }
  | { readonly kind: 'remove'; readonly entry: ProfileEntry };

/** The dialogs about profiles, and functions to open them. */
interface ProfileDialogs {
  readonly add: (profileToAdd?: EditedProfile) => void;
  /** Opens the editor, or the read-only view of a profile that the clerk may not change. */
  readonly open: (entry: ProfileEntry) => void;
  readonly remove: (entry: ProfileEntry) => void;
  /** The dialogs; the screen renders them once. */
  readonly dialogs: ReactNode;
}

/** Dialogs to add, edit, view and remove profiles, shared by all screens. */
export function useProfileDialogs(onSaved?: (profileId: string, isNew: boolean) => void): ProfileDialogs {
  const [openDialog, setOpenDialog] = useState<OpenDialog>({ kind: 'none' });
  const close = () => setOpenDialog({ kind: 'none' });
  const { edited } = openDialog.kind === 'edit' ? openDialog : { edited: null };
  return {
    add: (profileToAdd = newProfile) => setOpenDialog({ kind: 'edit', edited: profileToAdd }),
    open: (entry) =>
      setOpenDialog(
        originFacts[entry.origin].isEditable
          ? { kind: 'edit', edited: { kind: 'existing', entry } }
          : { kind: 'view', entry },
      ),
    remove: (entry) => setOpenDialog({ kind: 'remove', entry }),
    dialogs: (
      <ScreenBoundary>
        <Suspense fallback={null}>
          {edited !== null && (
            <ProfileEditor
              edited={edited}
              onClose={close}
              {...(onSaved === undefined ? {} : { onSaved })}
              {...(edited.kind === 'existing'
                ? { onRemove: () => setOpenDialog({ kind: 'remove', entry: edited.entry }) }
                : {})}
            />
          )}
          {openDialog.kind === 'view' && <ProfileView entry={openDialog.entry} onClose={close} />}
          {openDialog.kind === 'remove' && <RemoveProfile profile={openDialog.entry} onClose={close} />}
        </Suspense>
      </ScreenBoundary>
    ),
  };
}
