import { useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { displayHost, hostNames } from '../../../shared/model/environment.ts';
import type { ProfileEntry } from '../../../shared/model/profile.ts';
import { profilesScreenWords } from '../../../shared/words/profiles-screen.ts';
import { sessionScreenWords } from '../../../shared/words/session-screen.ts';
import { Facts } from '../../components/Facts.tsx';
import { Icon } from '../../components/Icon.tsx';
import { HostFacts } from '../../profiles/ProfileFacts.tsx';

const words = sessionScreenWords.form;

/** The main hosts; the statement host only when it differs from the wallet host. */
function MainHosts({ hosts }: Pick<ProfileEntry, 'hosts'>) {
  const names = profilesScreenWords.hosts;
  const together = hosts.statement === hosts.wallet;
  return (
    <Facts
      facts={[
        { term: names.auth, value: displayHost(hosts.auth) },
        { term: names.beneficiary, value: displayHost(hosts.beneficiary) },
        { term: together ? words.walletAndStatement : names.wallet, value: displayHost(hosts.wallet) },
        ...(together ? [] : [{ term: names.statement, value: displayHost(hosts.statement) }]),
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
                {words.hosts}
              </AriaButton>
            </Heading>
            {isExpanded ? (
              <AriaButton
                className="hosts-set"
                aria-label={`${words.hostsSet(set, hostNames.length)}. ${all ? words.hostsFew : words.hostsAll}`}
                onPress={() => setAll(!all)}
              >
                {words.hostsSet(set, hostNames.length)}
              </AriaButton>
            ) : (
              <span className="hosts-set">{words.hostsSet(set, hostNames.length)}</span>
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
