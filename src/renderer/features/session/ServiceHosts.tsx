import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../../shared/model/session/environment.ts';
import type { ProfileEntry } from '../../../shared/model/session/profile.ts';
import { DisclosureTrigger } from '../../components/actions/DisclosureTrigger.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Facts } from '../../components/layout/Facts.tsx';
import { HostFacts } from '../profiles/ProfileFacts.tsx';
import styles from './SignIn.module.css';

/** The main hosts; the statement host only when it differs from the wallet host. */
function MainHosts({ hosts }: Pick<ProfileEntry, 'hosts'>) {
  const isSameHost = hosts.statement === hosts.wallet;
  return (
    <Facts
      facts={[
        { term: t('profileFacts.hosts.auth'), value: displayHost(hosts.auth) },
        { term: t('profileFacts.hosts.beneficiary'), value: displayHost(hosts.beneficiary) },
        {
          term: isSameHost ? t('session.form.walletAndStatement') : t('profileFacts.hosts.wallet'),
          value: displayHost(hosts.wallet),
        },
        ...(isSameHost
          ? []
          : [{ term: t('profileFacts.hosts.statement'), value: displayHost(hosts.statement) }]),
      ]}
    />
  );
}

/** The hosts of the profile, shown before the clerk enters a key. */
export function ServiceHosts({ entry }: { readonly entry: ProfileEntry }) {
  const [showsAll, setShowsAll] = useState(false);
  const hostCount = hostNames.filter((name) => entry.hosts[name] !== '').length;
  const countText = t('session.form.hostsSet', { set: hostCount, all: hostNames.length });
  const actionText = showsAll ? t('session.form.hostsFew') : t('session.form.hostsAll');
  return (
    <Disclosure className={classNames(styles.hosts)} defaultExpanded>
      {({ isExpanded }) => (
        <>
          <div className={styles.hostsHead}>
            <DisclosureTrigger level={2}>{t('session.form.hosts')}</DisclosureTrigger>
            {isExpanded ? (
              <AriaButton
                className={classNames(styles.hostsSet)}
                data-small-target=""
                aria-label={`${countText}. ${actionText}`}
                onPress={() => setShowsAll(!showsAll)}
              >
                {countText}
              </AriaButton>
            ) : (
              <span className={styles.hostsSet} data-small-target="">
                {countText}
              </span>
            )}
          </div>
          <DisclosurePanel>
            {showsAll ? <HostFacts entry={entry} /> : <MainHosts hosts={entry.hosts} />}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}
