import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../../shared/model/environment.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';

import { Facts } from '../../components/Facts.tsx';
import { Icon } from '../../components/Icon.tsx';
import { HostFacts } from '../profiles/ProfileFacts.tsx';

/** The main hosts; the statement host only when it differs from the wallet host. */
function MainHosts({ hosts }: Pick<ProfileEntry, 'hosts'>) {
  const isSameHost = hosts.statement === hosts.wallet;
  return (
    <Facts
      facts={[
        { term: t('profiles.hosts.auth'), value: displayHost(hosts.auth) },
        { term: t('profiles.hosts.beneficiary'), value: displayHost(hosts.beneficiary) },
        {
          term: isSameHost ? t('session.form.walletAndStatement') : t('profiles.hosts.wallet'),
          value: displayHost(hosts.wallet),
        },
        ...(isSameHost ? [] : [{ term: t('profiles.hosts.statement'), value: displayHost(hosts.statement) }]),
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
    <Disclosure className="signin-hosts" defaultExpanded>
      {({ isExpanded }) => (
        <>
          <div className="signin-hosts-head">
            <Heading level={2}>
              <AriaButton slot="trigger" className="disclosure">
                <Icon name="chevron-right" />
                {t('session.form.hosts')}
              </AriaButton>
            </Heading>
            {isExpanded ? (
              <AriaButton
                className="hosts-set"
                aria-label={`${countText}. ${actionText}`}
                onPress={() => setShowsAll(!showsAll)}
              >
                {countText}
              </AriaButton>
            ) : (
              <span className="hosts-set">{countText}</span>
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
