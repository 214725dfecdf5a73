import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { displayHost, hostNames } from '../../../shared/model/environment.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';

import { Facts } from '../../components/Facts.tsx';
import { Icon } from '../../components/Icon.tsx';
import { HostFacts } from '../../profiles/ProfileFacts.tsx';

/** The main hosts; the statement host only when it differs from the wallet host. */
function MainHosts({ hosts }: Pick<ProfileEntry, 'hosts'>) {
  const together = hosts.statement === hosts.wallet;
  return (
    <Facts
      facts={[
        { term: t('profiles.hosts.auth'), value: displayHost(hosts.auth) },
        { term: t('profiles.hosts.beneficiary'), value: displayHost(hosts.beneficiary) },
        {
          term: together ? t('session.form.walletAndStatement') : t('profiles.hosts.wallet'),
          value: displayHost(hosts.wallet),
        },
        ...(together ? [] : [{ term: t('profiles.hosts.statement'), value: displayHost(hosts.statement) }]),
      ]}
    />
  );
}

/** The hosts of the profile, shown before the clerk enters a key. */
export function ServiceHosts({ entry }: { readonly entry: ProfileEntry }) {
  const [all, setAll] = useState(false);
  const set = hostNames.filter((name) => entry.hosts[name] !== '').length;
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
                aria-label={`${t('session.form.hostsSet', { set, all: hostNames.length })}. ${all ? t('session.form.hostsFew') : t('session.form.hostsAll')}`}
                onPress={() => setAll(!all)}
              >
                {t('session.form.hostsSet', { set, all: hostNames.length })}
              </AriaButton>
            ) : (
              <span className="hosts-set">{t('session.form.hostsSet', { set, all: hostNames.length })}</span>
            )}
          </div>
          <DisclosurePanel>
            {all ? <HostFacts entry={entry} /> : <MainHosts hosts={entry.hosts} />}
          </DisclosurePanel>
        </>
      )}
    </Disclosure>
  );
}
