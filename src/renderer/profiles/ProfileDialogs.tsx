import { type ReactNode, useState } from 'react';
import type { ProfileEntry } from '../../shared/model/profile.ts';
import { originFacts } from './origin.ts';
import { type EditedProfile, newProfile, ProfileEditor } from './ProfileEditor.tsx';
import { ProfileView } from './ProfileView.tsx';
import { RemoveProfile } from './RemoveProfile.tsx';

type Open =
  | { readonly kind: 'none' }
  | { readonly kind: 'edit'; readonly edited: EditedProfile }
  | { readonly kind: 'view'; readonly entry: ProfileEntry }
  | { readonly kind: 'remove'; readonly entry: ProfileEntry };

/** The dialogs about profiles, and functions to open them. */
interface ProfileDialogs {
  readonly add: (edited?: EditedProfile) => void;
  /** Opens the editor, or the read-only view of a profile that the clerk may not change. */
  readonly open: (entry: ProfileEntry) => void;
  readonly remove: (entry: ProfileEntry) => void;
  /** Render once in the screen. */
  readonly dialogs: ReactNode;
}

/** Dialogs to add, edit, view and remove profiles, shared by all screens. */
export function useProfileDialogs(onSaved?: (profileId: string, isNew: boolean) => void): ProfileDialogs {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });
  const { edited } = open.kind === 'edit' ? open : { edited: null };
  return {
    add: (begun = newProfile) => setOpen({ kind: 'edit', edited: begun }),
    open: (entry) =>
      setOpen(
        originFacts[entry.origin].editable
          ? { kind: 'edit', edited: { kind: 'existing', entry } }
          : { kind: 'view', entry },
      ),
    remove: (entry) => setOpen({ kind: 'remove', entry }),
    dialogs: (
      <>
        {edited !== null && (
          <ProfileEditor
            edited={edited}
            onClose={close}
            {...(onSaved === undefined ? {} : { onSaved })}
            {...(edited.kind === 'existing'
              ? { onRemove: () => setOpen({ kind: 'remove', entry: edited.entry }) }
              : {})}
          />
        )}
        {open.kind === 'view' && <ProfileView entry={open.entry} onClose={close} />}
        <RemoveProfile profile={open.kind === 'remove' ? open.entry : null} onClose={close} />
      </>
    ),
  };
}
