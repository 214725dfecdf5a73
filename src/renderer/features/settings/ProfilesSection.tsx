import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';

import { useFailures } from '../../app/failures.ts';
import { chooseProfile } from '../../app/profile-entries.ts';
import { signInToOtherProfile } from '../../app/sign-in-request.ts';
import { useTopic, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Empty, NoResults } from '../../components/Empty.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { startConnectionCheck } from '../../profiles/checks.ts';
import { ManagedProblems } from '../../profiles/ManagedProblems.tsx';
import { byLastUse, findProfiles } from '../../profiles/order.ts';
import { useProfileDialogs } from '../../profiles/ProfileDialogs.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { openProfile, setAdding, useProfileListState } from './profile-list-state.ts';
import { Section } from './Section.tsx';

/** Minimum number of profiles for a search field. */
const searchThreshold = 9;

/** The ID of the active profile, or `null`. */
function useCurrentId(): string | null {
  return useTopicPart(
    'session',
    (session) => (session.state === 'signed-out' ? null : session.profile.id),
    null,
  );
}

/** The list of all profiles with their hosts, options and connection checks. */
export function ProfilesSection() {
  const profiles = useTopic('profiles');
  const currentId = useCurrentId();
  const { profileId: openedId, adding } = useProfileListState();
  const [typed, setTyped] = useState('');
  const { attempt } = useFailures();
  const { dialogs, add, open, remove } = useProfileDialogs((profileId, isNew) => {
    openProfile(profileId);
    if (isNew) signInToOtherProfile(profileId);
  });
  useEffect(() => {
    if (!adding) return;
    setAdding(false);
    add();
  }, [adding, add]);

  const entries = byLastUse(profiles.value?.entries ?? []);
  const found = findProfiles(entries, typed);
  const card = (entry: ProfileEntry) => (
    <ProfileCard
      key={entry.id}
      entry={entry}
      entries={entries}
      current={entry.id === currentId}
      open={entry.id === openedId}
      onToggle={() => openProfile(entry.id === openedId ? null : entry.id)}
      onEdit={() => open(entry)}
      onAdd={add}
      onRemove={() => remove(entry)}
      onCheck={() => startConnectionCheck(entry)}
      onChoose={() => attempt(chooseProfile(entry))}
    />
  );
  return (
    <Section
      title={t('settings.section.profiles')}
      lead={t('settings.profiles.lead')}
      actions={
        <Button icon="plus" onPress={() => add()}>
          {t('settings.profiles.add')}
        </Button>
      }
    >
      <ManagedProblems />
      {profiles.status === 'loading' && <Skeleton rows={3} roomy />}
      {profiles.status === 'ready' && entries.length === 0 && (
        <Empty icon="bank" title={t('settings.profiles.none')} lead={t('settings.profiles.noneDetail')} />
      )}
      {entries.length >= searchThreshold && (
        <SearchField
          label={t('settings.profiles.find')}
          placeholder={t('settings.profiles.find')}
          value={typed}
          onChange={setTyped}
          width={280}
        />
      )}
      {entries.length > 0 && found.length === 0 && (
        <NoResults title={t('settings.profiles.nothingFits', { text: typed.trim() })}>
          <LinkButton small onPress={() => setTyped('')}>
            {t('settings.profiles.showAll')}
          </LinkButton>
        </NoResults>
      )}
      {found.length > 0 && <ul className="profile-cards">{found.map(card)}</ul>}
      {dialogs}
    </Section>
  );
}
