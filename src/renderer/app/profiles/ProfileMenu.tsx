import { Button as AriaButton } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import type { Profile, ProfileEntry } from '../../../shared/model/session/profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Menu, type MenuEntry } from '../../components/actions/Menu.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { Badge } from '../../components/messages/State.tsx';
import { useFailures } from '../failures.ts';
import styles from '../frame/TopBar.module.css';
import { navigate } from '../routes.ts';
import { openStartOverDialog, StartOver } from '../StartOver.tsx';
import { leave } from './leave.ts';
import { chooseProfile, describeProfile, useMenuProfiles } from './profile-entries.ts';
import { useProfileNeeds } from './profile-needs.ts';
import { useSignOut } from './SignOutDialog.tsx';
import { signInToOtherProfile } from './sign-in-request.ts';

const maxShownCount = 99;

interface ProfileMenuProps {
  readonly profile: Profile;
  /** `null` while the service has not returned the ID. */
  readonly companyId: string | null;
}

interface ProfileMarkProps {
  readonly entry: ProfileEntry;
  /** Its lines of *Needs you*. */
  readonly needs: number;
  readonly shown: boolean;
}

/** The state mark of a profile that is not shown. */
function ProfileMark({ entry, needs, shown }: ProfileMarkProps) {
  const { underWay } = entry.work;
  if (entry.session === 'interrupted') {
    return (
      <Badge icon="key" tone="warning">
        {t('shell.profile.state.interrupted')}
      </Badge>
    );
  }
  if (needs > 0) {
    return (
      <Badge icon="alert" tone="warning">
        {t('shell.needsYou', { count: needs })}
      </Badge>
    );
  }
  if (underWay > 0) {
    return (
      <Badge icon="activity" tone="info">
        {t('shell.profile.working')}
      </Badge>
    );
  }
  return shown ? (
    <Badge icon="check" tone="ok">
      {t('shell.profile.current')}
    </Badge>
  ) : null;
}

export function ProfileMenu({ profile, companyId }: ProfileMenuProps) {
  const { signOut, forget: forgetKey, dialog } = useSignOut(profile);
  const { attempt } = useFailures();
  const profiles = useMenuProfiles(profile.id);
  const needsByProfile = useProfileNeeds();
  const needsOf = ({ id }: ProfileEntry) => needsByProfile.get(id)?.number ?? 0;
  const practiceOffered = useTopicPart('profiles', (value) => value.practiceOffered, false);
  const isPractice = profile.origin === 'practice';
  const entries: MenuEntry[] = profiles.map((entry) => ({
    id: `profile ${entry.id}`,
    label: entry.name,
    icon: entry.environment === 'production' ? 'bank' : 'flask',
    detail: describeProfile(entry),
    mark: <ProfileMark entry={entry} needs={needsOf(entry)} shown={entry.id === profile.id} />,
    onAction: () => leave(() => attempt(chooseProfile(entry))),
  }));
  if (practiceOffered && !profiles.some(({ origin }) => origin === 'practice')) {
    entries.push({
      id: 'practice',
      label: t('shell.profile.practice'),
      icon: 'flask',
      detail: t('shell.profile.state.signed-out'),
      onAction: () => leave(() => attempt(call('session.activate', { action: 'practiceCompany' }))),
    });
  }
  entries.push(
    {
      id: 'switch',
      label: t('shell.profile.switchProfile'),
      icon: 'people',
      separated: true,
      onAction: () => leave(() => signInToOtherProfile(null)),
    },
    {
      id: 'manage',
      label: t('shell.profile.manage'),
      icon: 'sliders',
      onAction: () => leave(() => navigate('settings', { section: 'profiles' })),
    },
    {
      id: 'sign-out',
      label: t('shell.profile.signOut', { name: profile.name }),
      icon: 'sign-out',
      separated: true,
      onAction: () => leave(signOut),
    },
  );
  if (isPractice) {
    entries.push({
      id: 'start-over',
      label: t('startOver.open'),
      icon: 'retry',
      danger: true,
      onAction: openStartOverDialog,
    });
  }
  if (!isPractice) {
    entries.push({
      id: 'forget',
      label: t('shell.profile.forget'),
      icon: 'key',
      danger: true,
      onAction: () => leave(forgetKey),
    });
  }
  const others = profiles.filter(({ id }) => id !== profile.id);
  const needsCount = others.reduce(
    (sum, entry) => sum + (entry.session === 'interrupted' ? 1 : 0) + needsOf(entry),
    0,
  );
  const isOtherWorking = others.some(({ work }) => work.underWay > 0);
  return (
    <>
      <Menu
        label={t('shell.profile.menu', { name: profile.name })}
        entries={entries}
        head={
          <>
            <strong>{profile.name}</strong>
            {companyId !== null && (
              <p className="sm dim id">{t('shell.profile.company', { id: companyId })}</p>
            )}
          </>
        }
        trigger={
          <AriaButton className={classNames(styles.profile)} data-part="profile-menu">
            <EnvironmentBadge environment={profile.environment} onBar />
            <span className={styles.who} data-part="profile-name">
              {profile.name}
            </span>
            {needsCount > 0 && (
              <span className={styles.profileCount}>
                {needsCount > maxShownCount ? t('shell.manyCount') : needsCount}
                <span className="sr">{` ${t('shell.profile.inOtherProfiles')}`}</span>
              </span>
            )}
            {needsCount === 0 && isOtherWorking && (
              <span className={styles.profileWorking}>
                <Icon name="activity" size="sm" />
                <span className="sr">{t('shell.profile.othersWorking')}</span>
              </span>
            )}
            <Icon name="chevron-down" />
          </AriaButton>
        }
      />
      {dialog}
      {isPractice && <StartOver profile={profile} />}
    </>
  );
}
