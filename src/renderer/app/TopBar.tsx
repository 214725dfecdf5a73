import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../shared/messages/index.ts';
import type { Profile } from '../../shared/model/profile.ts';
import { Icon } from '../components/Icon.tsx';
import { formatKeys } from './keys.ts';
import { Mark } from './Mark.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { platform } from './platform.ts';

interface TopBarProps {
  readonly profile: Profile;
  readonly companyId: string | null;
  readonly onOpenPalette: () => void;
}

/** The title bar: environment, profile and the button of the command palette. */
export function TopBar({ profile, companyId, onOpenPalette }: TopBarProps) {
  return (
    <header className="topbar" data-region="bar" tabIndex={-1}>
      <Mark />
      <ProfileMenu profile={profile} companyId={companyId} />
      <AriaButton className="seek" onPress={onOpenPalette} aria-haspopup="dialog">
        <Icon name="search" />
        <span className="text">{t('shell.palette.open')}</span>
        <kbd>{formatKeys('Mod+K', platform)}</kbd>
      </AriaButton>
    </header>
  );
}

/** The title bar while no profile is signed in. */
export function BareBar() {
  return (
    <header className="topbar topbar-bare">
      <Mark />
      <strong>{t('shell.name')}</strong>
    </header>
  );
}
