import { formatNumber } from '../../shared/messages/index.ts';
import { displayHost, type HostName, hostNames } from '../../shared/model/environment.ts';
import type { Profile } from '../../shared/model/profile.ts';
import type { HostCheck } from '../../shared/model/session.ts';
import { profilesScreenWords } from '../../shared/words/profiles-screen.ts';
import { ErrorNotice } from '../components/Notice.tsx';
import { Badge, State } from '../components/State.tsx';
import { TableScroll } from '../components/TableScroll.tsx';
import { type ConnectionCheck, describeCheck, resultStyle } from './checks.ts';

const words = profilesScreenWords.check;

function Result({ found, running }: { readonly found: HostCheck | null; readonly running: boolean }) {
  if (running) {
    return (
      <State icon="hourglass" tone="run">
        {words.running}
      </State>
    );
  }
  if (found === null) return <span className="faint">{words.notChecked}</span>;
  const look = resultStyle(found.result);
  if (look.tone === 'ok') {
    return (
      <State icon={look.icon} tone="ok">
        {words.results[found.result]}
      </State>
    );
  }
  return (
    <Badge icon={look.icon} tone={look.tone}>
      {words.results[found.result]}
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
        <th scope="row">{profilesScreenWords.hosts[name]}</th>
        <td className="selectable host-name">{address}</td>
        <td>
          <Result found={found} running={running} />
        </td>
        <td className="dim host-proxy" title={found?.proxy ?? undefined}>
          {found === null ? '' : (found.proxy ?? words.direct)}
        </td>
        <td className="right num dim">
          {found === null ? '' : words.milliseconds(formatNumber(found.milliseconds))}
        </td>
      </tr>
      {advice !== '' && (
        <tr className="host-way">
          <td colSpan={5} className="sm dim">
            {advice}
          </td>
        </tr>
      )}
    </>
  );
}

export interface ConnectionResultsProps {
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
      <TableScroll label={words.title(profile.name)}>
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
              <th scope="col">{words.columns.service}</th>
              <th scope="col">{words.columns.host}</th>
              <th scope="col">{words.columns.result}</th>
              <th scope="col">{words.columns.proxy}</th>
              <th scope="col" className="right">
                {words.columns.time}
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
