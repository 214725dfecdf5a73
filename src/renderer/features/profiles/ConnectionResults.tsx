import { t } from '../../../shared/messages/index.ts';
import { displayHost, type HostName, hostNames } from '../../../shared/model/session/environment.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { HostCheck } from '../../../shared/model/session/session.ts';
import { classNames } from '../../components/layout/class-names.ts';
import tableScrollStyles from '../../components/layout/TableScroll.module.css';
import { TableScroll } from '../../components/layout/TableScroll.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Badge, State } from '../../components/messages/State.tsx';
import { type ConnectionCheck, describeCheck, resultStyle } from './checks.ts';
import styles from './Profiles.module.css';

function Result({
  hostCheck,
  isRunning,
}: {
  readonly hostCheck: HostCheck | null;
  readonly isRunning: boolean;
}) {
  if (isRunning) {
    return (
      <State icon="hourglass" tone="run">
        {t('profiles.check.running')}
      </State>
    );
  }
  if (hostCheck === null) return <span className="faint">{t('profiles.check.notChecked')}</span>;
  const style = resultStyle(hostCheck.result);
  if (style.tone === 'ok') {
    return (
      <State icon={style.icon} tone="ok">
        {t(`profiles.check.results.${hostCheck.result}`)}
      </State>
    );
  }
  return (
    <Badge icon={style.icon} tone={style.tone}>
      {t(`profiles.check.results.${hostCheck.result}`)}
    </Badge>
  );
}

interface HostRowProps {
  readonly name: HostName;
  readonly address: string;
  readonly hostCheck: HostCheck | null;
  readonly isRunning: boolean;
}

function HostRow({ name, address, hostCheck, isRunning }: HostRowProps) {
  const advice = hostCheck === null ? '' : describeCheck(hostCheck);
  return (
    <>
      <tr className={classNames(advice !== '' && styles.advised)}>
        <th scope="row">{t(`profileFacts.hosts.${name}`)}</th>
        <td className={classNames('selectable', styles.hostName)}>{address}</td>
        <td>
          <Result hostCheck={hostCheck} isRunning={isRunning} />
        </td>
        <td className="dim" title={hostCheck?.proxy ?? undefined}>
          {hostCheck === null ? '' : (hostCheck.proxy ?? t('profiles.check.direct'))}
        </td>
        <td className="right num dim">
          {hostCheck === null ? '' : t('profiles.check.milliseconds', { count: hostCheck.milliseconds })}
        </td>
      </tr>
      {advice !== '' && (
        <tr className={styles.hostAdvice}>
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

export function ConnectionResults({ profile, check }: ConnectionResultsProps) {
  const checkByHost = new Map(
    check?.state === 'done' ? check.hosts.map((hostCheck) => [hostCheck.host, hostCheck]) : [],
  );
  return (
    <>
      {check?.state === 'failed' && <ErrorNotice error={check.error} />}
      <TableScroll label={t('profiles.check.title', { name: profile.name })}>
        <table
          className={classNames(tableScrollStyles.table, tableScrollStyles.framed, styles.hostsTable)}
          data-part="table"
          aria-busy={check?.state === 'running'}
        >
          <colgroup>
            <col className={styles.colService} />
            <col />
            <col className={styles.colResult} />
            <col className={styles.colProxy} />
            <col className={styles.colTime} />
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
                hostCheck={checkByHost.get(name) ?? null}
                isRunning={check?.state === 'running'}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  );
}
