import { Button as AriaButton } from 'react-aria-components';
import type { Profile } from '../../shared/model/profile.ts';
import { startOverWords } from '../../shared/words/samples.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { EnvironmentBadge } from '../components/EnvironmentBadge.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, type MenuEntry } from '../components/Menu.tsx';
import { go } from './routes.ts';
import { useSignOut } from './SignOutDialog.tsx';
import { askToStartOver, StartOver } from './StartOver.tsx';

const words = shellWords.profile;

/** Props of {@link ProfileMenu}. */
export interface ProfileMenuProps {
  readonly profile: Profile;
  /** `null` while it is not known. */
  readonly companyId: string | null;
}

/** Whose money it is, in which environment, and the way out. */
export function ProfileMenu({ profile, companyId }: ProfileMenuProps) {
  const { signOut, forget, dialog } = useSignOut(profile);
  const isPractice = profile.origin === 'practice';
  const entries: MenuEntry[] = [
    {
      id: 'manage',
      word: words.manage,
      icon: 'sliders',
      onAction: () => go('settings', { section: 'profiles' }),
    },
    {
      id: 'sign-out',
      word: isPractice ? words.leavePractice : words.signOut,
      icon: 'sign-out',
      separated: true,
      onAction: signOut,
    },
  ];
  if (isPractice) {
    entries.push({
      id: 'start-over',
      word: startOverWords.act,
      icon: 'retry',
      danger: true,
      onAction: askToStartOver,
    });
  }
  if (!isPractice) {
    entries.push({
      id: 'forget',
      word: words.forget,
      icon: 'key',
      danger: true,
      onAction: forget,
    });
  }
  return (
    <>
      <Menu
        label={words.menu(profile.name)}
        entries={entries}
        head={
          <>
            <strong>{profile.name}</strong>
            {companyId !== null && <p className="sm dim id">{words.company(companyId)}</p>}
          </>
        }
        trigger={
          <AriaButton className="profile">
            <EnvironmentBadge environment={profile.environment} onBar />
            <span className="who">{profile.name}</span>
            <Icon name="chevron-down" />
          </AriaButton>
        }
      />
      {dialog}
      {isPractice && <StartOver profile={profile} />}
    </>
  );
}
