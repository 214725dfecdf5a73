import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import { type ProfileNeeds, summarizeNeeds } from '../../app/profiles/profile-needs.ts';
import { IconButton } from '../../components/actions/IconButton.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useNow } from '../../components/layout/clock-tick.ts';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { Monogram } from '../profiles/Monogram.tsx';
import { describeLastUse, findProfiles } from '../profiles/order.ts';
import { originFacts } from '../profiles/origin.ts';
import styles from './SignIn.module.css';

/** Minimum number of profiles for a search field. */
const searchThreshold = 9;

export interface ProfileListProps {
  /** In display order. */
  readonly entries: readonly ProfileEntry[];
  /** The open work by profile. */
  readonly needs: ReadonlyMap<string, ProfileNeeds>;
  readonly chosenId: string | null;
  readonly onChoose: (profileId: string) => void;
  /** Called on Enter or double-click, to continue to the form. */
  readonly onEnter: (profileId: string) => void;
  /** Opens the editor, or the read-only view of a managed profile. */
  readonly onOpen: (entry: ProfileEntry) => void;
}

interface RowProps extends Pick<ProfileListProps, 'onOpen'> {
  readonly entry: ProfileEntry;
  readonly needs: ProfileNeeds | undefined;
  readonly now: Date;
}

function Row({ entry, needs, now, onOpen }: RowProps) {
  const subtitle = needs === undefined ? describeLastUse(entry, now) : summarizeNeeds(needs);
  const { isEditable } = originFacts[entry.origin];
  return (
    <GridListItem
      id={entry.id}
      textValue={`${entry.name}, ${t(`components.environment.${entry.environment}`)}, ${subtitle}`}
      className={classNames(styles.profileRow)}
    >
      <Monogram name={entry.name} />
      <span className="grow">
        <b className="cut" title={entry.name}>
          {entry.name}
        </b>
        <small className="cut" title={subtitle}>
          {subtitle}
        </small>
      </span>
      <span className={styles.profileActions}>
        <IconButton
          icon={isEditable ? 'pencil' : 'info'}
          label={
            isEditable
              ? t('session.pick.edit', { name: entry.name })
              : t('session.pick.show', { name: entry.name })
          }
          size="tiny"
          onPress={() => onOpen(entry)}
        />
      </span>
      <EnvironmentBadge environment={entry.environment} size="small" />
    </GridListItem>
  );
}

/** The list of profiles. Arrow keys select, typing searches, Enter continues to the form. */
export function ProfileList({ entries, needs, chosenId, onChoose, onEnter, onOpen }: ProfileListProps) {
  const [search, setSearch] = useState('');
  const now = useNow();
  const foundEntries = findProfiles(entries, search);
  return (
    <>
      {entries.length >= searchThreshold && (
        <div className={styles.profileFind}>
          <SearchField
            label={t('session.pick.find')}
            placeholder={t('session.pick.find')}
            value={search}
            onChange={setSearch}
          />
        </div>
      )}
      <GridList
        className={classNames(styles.profileList)}
        aria-label={t('session.pick.title')}
        items={foundEntries.map((entry) => ({ id: entry.id, entry }))}
        dependencies={[now, needs]}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={chosenId === null ? [] : [chosenId]}
        onSelectionChange={(keys) => {
          const entry = keys === 'all' ? undefined : entries.find(({ id }) => keys.has(id));
          if (entry !== undefined) onChoose(entry.id);
        }}
        onAction={(key) => onEnter(String(key))}
        renderEmptyState={() => (
          <p className={styles.profileNone}>{t('session.pick.none', { text: search.trim() })}</p>
        )}
      >
        {({ entry }) => <Row entry={entry} needs={needs.get(entry.id)} now={now} onOpen={onOpen} />}
      </GridList>
    </>
  );
}
