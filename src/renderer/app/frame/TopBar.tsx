import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { formatKeys } from '../commands/keys.ts';
import { ProfileMenu } from '../profiles/ProfileMenu.tsx';
import { platform } from '../settings/platform.ts';
import { Mark } from './BareBar.tsx';
import styles from './TopBar.module.css';

interface TopBarProps {
  readonly profile: Profile;
  readonly companyId: string | null;
  readonly onOpenPalette: () => void;
}

/** The title bar: environment, profile and the button of the command palette. */
export function TopBar({ profile, companyId, onOpenPalette }: TopBarProps) {
  return (
    <header className={styles.topbar} data-print="hidden" data-part="topbar" data-region="bar" tabIndex={-1}>
      <Mark />
      <ProfileMenu profile={profile} companyId={companyId} />
      <AriaButton className={classNames(styles.seek)} onPress={onOpenPalette} aria-haspopup="dialog">
        <Icon name="search" />
        <span className={styles.text}>{t('shell.palette.open')}</span>
        <kbd>{formatKeys('Mod+K', platform)}</kbd>
      </AriaButton>
    </header>
  );
}
