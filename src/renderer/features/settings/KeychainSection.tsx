import { t } from '../../../shared/messages/index.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import type { Keychain, Session } from '../../../shared/model/session/session.ts';

import { useFailures } from '../../app/failures.ts';
import { useSignOut } from '../../app/profiles/SignOutDialog.tsx';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import type { IconName } from '../../components/layout/icons.ts';
import tableScrollStyles from '../../components/layout/TableScroll.module.css';
import { TableScroll } from '../../components/layout/TableScroll.tsx';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { Badge, State } from '../../components/messages/State.tsx';
import { sortByLastUse } from '../profiles/order.ts';
import { originFacts } from '../profiles/origin.ts';
import { useKeyPlaceText } from '../profiles/ProfileFacts.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const keychainIcons: Readonly<Record<Exclude<Keychain['state'], 'available'>, IconName>> = {
  locked: 'lock',
  absent: 'ended',
  refused: 'problem',
};

function KeychainState({ keychain }: { readonly keychain: Keychain }) {
  const { attempt } = useFailures();
  const { state, name } = keychain;
  if (name === '') return <State icon="hourglass">{t('settings.keychain.checking')}</State>;
  return (
    <div className={styles.keychainState}>
      <strong>{name}</strong>
      {state === 'available' ? (
        <State icon="check-circle" tone="ok">
          {t(`settings.keychain.states.${state}`)}
        </State>
      ) : (
        <Badge icon={keychainIcons[state]} tone="warning">
          {t(`settings.keychain.states.${state}`)}
        </Badge>
      )}
      <p className="dim">{t(`settings.keychain.details.${state}`)}</p>
      <Button size="small" icon="retry" onPress={() => attempt(call('session.checkKeychain', {}))}>
        {t('settings.keychain.again')}
      </Button>
    </div>
  );
}

function KeyRow({
  entry,
  onForget,
}: {
  readonly entry: ProfileEntry;
  readonly onForget: (() => void) | null;
}) {
  const keyPlaceText = useKeyPlaceText(entry);
  return (
    <tr>
      <th scope="row" className="cut" title={entry.name}>
        {entry.name}
      </th>
      <td>
        <EnvironmentBadge environment={entry.environment} size="small" />
      </td>
      <td className="dim">{keyPlaceText}</td>
      <td className="right">
        {onForget !== null && (
          <Button size="tiny" onPress={onForget}>
            {t('settings.keychain.forget')}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** The active profile, whose key can be removed by signing out. */
function findActiveProfileId(session: Session | null): string | null {
  return session?.state === 'signed-in' || session?.state === 'interrupted' ? session.profile.id : null;
}

const noProfile = { id: '', name: '' } as const;

/** The state of the keychain and the stored keys. */
export function KeychainSection() {
  const keychain = useTopic('keychain');
  const profiles = useTopic('profiles');
  const session = useTopic('session');
  const activeProfileId = findActiveProfileId(session.value);
  const entriesWithKey = sortByLastUse(profiles.value?.entries ?? []).filter(
    ({ origin, keyPlace }) => originFacts[origin].isListed && keyPlace !== 'none',
  );
  const { forget, dialog } = useSignOut(
    session.value?.state === 'signed-out' || session.value === null ? noProfile : session.value.profile,
  );
  const hasOthers = entriesWithKey.some(({ id }) => id !== activeProfileId);
  return (
    <Section title={t('settings.section.keychain')}>
      {keychain.value !== null && <KeychainState keychain={keychain.value} />}
      <h3>{t('settings.keychain.keys')}</h3>
      {entriesWithKey.length === 0 ? (
        <p className="dim">{t('settings.keychain.none')}</p>
      ) : (
        <TableScroll label={t('settings.keychain.keys')}>
          <table
            className={classNames(tableScrollStyles.table, tableScrollStyles.framed, styles.keysTable)}
            data-part="table"
          >
            <thead>
              <tr>
                <th scope="col">{t('settings.keychain.columns.profile')}</th>
                <th scope="col" className={styles.colEnvironment}>
                  {t('settings.keychain.columns.environment')}
                </th>
                <th scope="col">{t('settings.keychain.columns.key')}</th>
                <th scope="col" className={styles.colAct}>
                  <span className="sr">{t('settings.keychain.columns.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {entriesWithKey.map((entry) => (
                <KeyRow
                  key={entry.id}
                  entry={entry}
                  onForget={entry.id === activeProfileId ? forget : null}
                />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {hasOthers && <p className="sm faint">{t('settings.keychain.others')}</p>}
      {dialog}
    </Section>
  );
}
