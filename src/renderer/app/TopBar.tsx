import { Button as AriaButton } from 'react-aria-components';
import type { Profile } from '../../shared/model/profile.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { Icon } from '../components/Icon.tsx';
import { shownKeys } from './keys.ts';
import { Mark } from './Mark.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { platform } from './platform.ts';

export interface TopBarProps {
  readonly profile: Profile;
  readonly companyId: string | null;
  readonly onPalette: () => void;
}

/** The window's handle: environment and profile, and the way to every command. */
export function TopBar({ profile, companyId, onPalette }: TopBarProps) {
  return (
    <header className="topbar" data-region="bar" tabIndex={-1}>
      <Mark />
      <ProfileMenu profile={profile} companyId={companyId} />
      <AriaButton className="seek" onPress={onPalette} aria-haspopup="dialog">
        <Icon name="search" />
        <span className="words">{shellWords.palette.open}</span>
        <kbd>{shownKeys('Mod+K', platform)}</kbd>
      </AriaButton>
    </header>
  );
}

/** The handle of a window in which nobody is signed in. */
export function BareBar() {
  return (
    <header className="topbar topbar-bare">
      <Mark />
      <strong>{shellWords.name}</strong>
    </header>
  );
}
