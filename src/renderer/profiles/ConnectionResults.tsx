import { t } from '../../shared/messages/index.ts';
import { displayHost, type HostName, hostNames } from '../../shared/model/environment.ts';
import type { Profile } from '../../shared/model/profile.ts';
import type { HostCheck } from '../../shared/model/session.ts';

import { ErrorNotice } from '../components/Notice.tsx';
import { Badge, State } from '../components/State.tsx';
import { TableScroll } from '../components/TableScroll.tsx';
import { type ConnectionCheck, describeCheck, resultStyle } from './checks.ts';

function Result({ found, running }: { readonly found: HostCheck | null; readonly running: boolean }) {
  if (running) {
    return (
      <State icon="hourglass" tone="run">
        {t('profiles.check.running')}
      </State>
    );
  }
  if (found === null) return <span className="faint">{t('profiles.check.notChecked')}</span>;
  const look = resultStyle(found.result);
  if (look.tone === 'ok') {
    return (
      <State icon={look.icon} tone="ok">
        {t(`profiles.check.results.${found.result}`)}
      </State>
    );
  }
  return (
    <Badge icon={look.icon} tone={look.tone}>
      {t(`profiles.check.results.${found.result}`)}
    </Badge>
  );
}

interface HostRowProps {
  readonly name: HostName;
  readonly address: string;
  readonly found: HostCheck | null;
  readonly running: boolean;
}

function HostRow({ name, address, found, running }: HostRowProps) {
  const advice = found === null ? '' : describeCheck(found);
  return (
    <>
      <tr>
        <th scope="row">{t(`profiles.hosts.${name}`)}</th>
        <td className="selectable host-name">{address}</td>
        <td>
          <Result found={found} running={running} />
        </td>
        <td className="dim host-proxy" title={found?.proxy ?? undefined}>
          {found === null ? '' : (found.proxy ?? t('profiles.check.direct'))}
        </td>
        <td className="right num dim">
          {found === null ? '' : t('profiles.check.milliseconds', { count: found.milliseconds })}
        </td>
      </tr>
      {advice !== '' && (
        <tr className="host-advice">
          <td colSpan={5} className="sm dim">
            {advice}
          </td>
        </tr>
      )}
    </>
  );
}

interface ConnectionResultsProps {
  readonly profile: Profile;
  /** `null` before the first check: only the hosts are shown. */
  readonly check: ConnectionCheck | null;
}

/** The seven hosts of a profile with the results of a check. */
export function ConnectionResults({ profile, check }: ConnectionResultsProps) {
  const found = new Map(check?.state === 'done' ? check.hosts.map((host) => [host.host, host]) : []);
  return (
    <>
      {check?.state === 'failed' && <ErrorNotice error={check.error} />}
      <TableScroll label={t('profiles.check.title', { name: profile.name })}>
        <table className="table framed hosts-table" aria-busy={check?.state === 'running'}>
          <colgroup>
            <col className="col-service" />
            <col />
            <col className="col-result" />
            <col className="col-proxy" />
            <col className="col-time" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('profiles.check.columns.service')}</th>
              <th scope="col">{t('profiles.check.columns.host')}</th>
              <th scope="col">{t('profiles.check.columns.result')}</th>
              <th scope="col">{t('profiles.check.columns.proxy')}</th>
              <th scope="col" className="right">
                {t('profiles.check.columns.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {hostNames.map((name) => (
              <HostRow
                key={name}
                name={name}
                address={displayHost(profile.hosts[name])}
                found={found.get(name) ?? null}
                running={check?.state === 'running'}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  );
}
