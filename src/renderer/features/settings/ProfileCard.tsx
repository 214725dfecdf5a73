import { useId } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';

import { Button } from '../../components/actions/Button.tsx';
import { useNow } from '../../components/layout/clock-tick.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { Badge } from '../../components/messages/State.tsx';
import { ConnectionResults } from '../profiles/ConnectionResults.tsx';
import { useConnectionCheck } from '../profiles/checks.ts';
import { createCounterpartDraft } from '../profiles/counterpart.ts';
import type { EditedProfile } from '../profiles/edited-profile.ts';
import { Monogram } from '../profiles/Monogram.tsx';
import { describeLastUse } from '../profiles/order.ts';
import { originFacts } from '../profiles/origin.ts';
import { ProfileFacts } from '../profiles/ProfileFacts.tsx';
import styles from './Settings.module.css';

interface ProfileCardProps {
  readonly entry: ProfileEntry;
  readonly entries: readonly ProfileEntry[];
  readonly isActive: boolean;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
  readonly onAdd: (edited: EditedProfile) => void;
  readonly onRemove: () => void;
  readonly onCheck: () => void;
  /** Activates the profile if it is open, otherwise shows the sign-in of the profile. */
  readonly onChoose: () => void;
}

function ProfileDetails(props: ProfileCardProps) {
  const { entry } = props;
  const { isEditable, mark, detail } = originFacts[entry.origin];
  const check = useConnectionCheck(entry.id);
  const counterpart = createCounterpartDraft(entry, props.entries);
  return (
    <>
      {mark !== null && (
        <Notice tone="info" icon="lock" title={mark}>
          {detail}
        </Notice>
      )}
      <ProfileFacts entry={entry} />
      <ConnectionResults profile={entry} check={check} />
      <div className={styles.profileCardActions}>
        {!props.isActive && (
          <Button variant="primary" onPress={props.onChoose}>
            {entry.session === 'signed-out' ? t('settings.profiles.signIn') : t('settings.profiles.show')}
          </Button>
        )}
        <Button icon="activity" disabled={check?.state === 'running'} onPress={props.onCheck}>
          {check === null ? t('profiles.check.start') : t('profiles.check.again')}
        </Button>
        {isEditable && (
          <Button icon="pencil" onPress={props.onEdit}>
            {t('settings.profiles.edit')}
          </Button>
        )}
        {counterpart !== null && (
          <Button icon="plus" onPress={() => props.onAdd({ kind: 'new', draft: counterpart })}>
            {t(`settings.profiles.addCounterpart.${counterpart.environment}`)}
          </Button>
        )}
        {isEditable && (
          <Button variant="quiet-danger" icon="trash" onPress={props.onRemove}>
            {t('settings.profiles.remove')}
          </Button>
        )}
      </div>
    </>
  );
}

/** A profile: one row that expands to its details. */
export function ProfileCard(props: ProfileCardProps) {
  const { entry, isExpanded, isActive } = props;
  const id = useId();
  const now = useNow();
  return (
    <li className={styles.profileCard}>
      <h3>
        <button
          type="button"
          className={styles.profileCardHead}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? id : undefined}
          onClick={props.onToggle}
        >
          <Monogram name={entry.name} />
          <span className="grow">
            <b className="cut" title={entry.name}>
              {entry.name}
            </b>
            <small>
              <span className="id">{entry.clientId}</span>, {describeLastUse(entry, now)}
            </small>
          </span>
          {entry.session === 'interrupted' && (
            <Badge icon="key" tone="warning">
              {t('settings.profiles.states.interrupted')}
            </Badge>
          )}
          {entry.session === 'signed-in' && (
            <Badge icon="check-circle" tone="ok">
              {isActive ? t('settings.profiles.shown') : t('settings.profiles.states.signed-in')}
            </Badge>
          )}
          <EnvironmentBadge environment={entry.environment} size="small" />
          <Icon name={isExpanded ? 'chevron-up' : 'chevron-down'} />
        </button>
      </h3>
      {isExpanded && (
        <div className={styles.profileCardBody} id={id}>
          <ProfileDetails {...props} />
        </div>
      )}
    </li>
  );
}
