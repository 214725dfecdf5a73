import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Profile } from '../../shared/model/profile.ts';
import { shellWords } from '../../shared/words/shell.ts';
import { call } from '../bridge.ts';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { EnvironmentBadge } from '../components/EnvironmentBadge.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, type MenuEntry } from '../components/Menu.tsx';
import { useFailures } from './failures.ts';
import { showNote } from './note.ts';
import { go } from './routes.ts';

const words = shellWords.profile;

/** Props of {@link ProfileMenu}. */
export interface ProfileMenuProps {
  readonly profile: Profile;
  /** `null` while it is not known. */
  readonly companyId: string | null;
}

/** Whose money it is, in which environment, and the way out. */
export function ProfileMenu({ profile, companyId }: ProfileMenuProps) {
  const [forgetting, setForgetting] = useState(false);
  const { attempt } = useFailures();
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
      onAction: () => attempt(call('session.signOut', { forgetKey: false })),
    },
  ];
  if (!isPractice) {
    entries.push({
      id: 'forget',
      word: words.forget,
      icon: 'key',
      danger: true,
      onAction: () => setForgetting(true),
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
      <ConfirmDialog
        open={forgetting}
        onClose={() => setForgetting(false)}
        title={words.forgetTitle(profile.name)}
        lead={words.forgetLead}
        keep={words.keepKey}
        act={words.forgetKey}
        variant="danger"
        onAct={async () => {
          const { keyRemains } = await call('session.signOut', { forgetKey: true });
          if (keyRemains) showNote({ tone: 'warning', ...words.keyRemains });
        }}
      />
    </>
  );
}
