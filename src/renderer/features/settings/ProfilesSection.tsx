import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';

import { useFailures } from '../../app/failures.ts';
import { chooseProfile } from '../../app/profiles/profile-entries.ts';
import { signInToOtherProfile } from '../../app/profiles/sign-in-request.ts';
import { useTopic, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { Empty, NoResults } from '../../components/messages/Empty.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { startConnectionCheck } from '../profiles/checks.ts';
import { ManagedProblems } from '../profiles/ManagedProblems.tsx';
import { findProfiles, sortByLastUse } from '../profiles/order.ts';
import { useProfileDialogs } from '../profiles/ProfileDialogs.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { openProfile, setIsAdding, useProfileListState } from './profile-list-state.ts';
import { Section } from './Section.tsx';

/** Minimum number of profiles for a search field. */
const searchThreshold = 9;

function useActiveProfileId(): string | null {
  return useTopicPart(
    'session',
    (session) => (session.state === 'signed-out' ? null : session.profile.id),
    null,
  );
}

/** The list of all profiles with their hosts, options and connection checks. */
export function ProfilesSection() {
  const profiles = useTopic('profiles');
  const activeProfileId = useActiveProfileId();
  const { expandedId, isAdding } = useProfileListState();
  const [search, setSearch] = useState('');
  const { attempt } = useFailures();
  const { dialogs, add, open, remove } = useProfileDialogs((profileId, isNew) => {
    openProfile(profileId);
    if (isNew) signInToOtherProfile(profileId);
  });
  useEffect(() => {
    if (!isAdding) return;
    setIsAdding(false);
    add();
  }, [isAdding, add]);

  const entries = sortByLastUse(profiles.value?.entries ?? []);
  const foundEntries = findProfiles(entries, search);
  const renderCard = (entry: ProfileEntry) => (
    <ProfileCard
      key={entry.id}
      entry={entry}
      entries={entries}
      isActive={entry.id === activeProfileId}
      isExpanded={entry.id === expandedId}
      onToggle={() => openProfile(entry.id === expandedId ? null : entry.id)}
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
          value={search}
          onChange={setSearch}
          width={280}
        />
      )}
      {entries.length > 0 && foundEntries.length === 0 && (
        <NoResults title={t('settings.profiles.nothingFits', { text: search.trim() })}>
          <LinkButton small onPress={() => setSearch('')}>
            {t('settings.profiles.showAll')}
          </LinkButton>
        </NoResults>
      )}
      {foundEntries.length > 0 && <ul className="grid gap-2">{foundEntries.map(renderCard)}</ul>}
      {dialogs}
    </Section>
  );
}
