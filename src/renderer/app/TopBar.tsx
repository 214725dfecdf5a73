import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../shared/messages/index.ts';
import type { Profile } from '../../shared/model/profile.ts';
import { classNames } from '../components/class-names.ts';
import { Icon } from '../components/Icon.tsx';
import { formatKeys } from './keys.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { platform } from './platform.ts';
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

/** The title bar while no profile is signed in. */
export function BareBar() {
  return (
    <header className={classNames(styles.topbar, styles.bare)} data-print="hidden" data-part="topbar">
      <Mark />
      <strong>{t('shell.name')}</strong>
    </header>
  );
}

/** The mark of Paydesk. */
function Mark() {
  return (
    <div className={styles.mark}>
      <svg viewBox="0 0 22 22" aria-hidden="true" focusable="false">
        <path d="M4 18V5.5A2.5 2.5 0 0 1 6.5 3h6a4.75 4.75 0 0 1 0 9.5H9" />
        <path d="M9 18h9M9 12.5V8" />
      </svg>
    </div>
  );
}
