import { formatUtc, t } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { EnvironmentBadge } from '../../components/EnvironmentBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FileName } from '../../components/FileName.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Time } from '../../components/Time.tsx';
import { describeSubject, formatDuration } from './entry-text.ts';
import { Outcome } from './Outcome.tsx';

interface EntryPanelProps {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}

/** The request of an entry and its result. */
function RequestDetails({ entry }: Pick<EntryPanelProps, 'entry'>) {
  if (entry.request === null) return <p className="sm dim">{t('activity.panel.nothingSent')}</p>;
  return (
    <Facts
      facts={[
        { term: t('activity.field.request'), value: entry.request, face: 'raw' },
        {
          term: t('activity.field.status'),
          value: entry.status ?? t('activity.panel.noStatus'),
          face: 'num',
        },
        {
          term: t('activity.field.requestId'),
          value: entry.requestId ?? t('activity.panel.noRequestId'),
          face: 'id',
        },
        {
          term: t('activity.field.bytesSent'),
          value: t('activity.panel.bytes', { count: entry.bytesSent }),
          face: 'num',
        },
        { term: t('activity.field.duration'), value: formatDuration(entry.milliseconds), face: 'num' },
      ]}
    />
  );
}

/** Details of one entry. */
export function EntryPanel({ entry, onClose }: EntryPanelProps) {
  return (
    <Panel label={t('activity.panel.label')} top={<Outcome outcome={entry.outcome} />} onClose={onClose}>
      <PanelSection title={t(`activity.kind.${entry.kind}`)}>
        <p className="dim selectable">
          <FileName name={describeSubject(entry)} whole />
        </p>
      </PanelSection>
      <PanelSection heading={t('activity.field.time')}>
        <Facts
          facts={[
            { term: t('activity.field.localTime'), value: <LocalTime value={entry.at} /> },
            { term: t('activity.field.utc'), value: formatUtc(entry.at), face: 'num' },
          ]}
        />
      </PanelSection>
      <PanelSection heading={t('activity.field.user')}>
        <Facts
          facts={[
            { term: t('activity.field.computerUser'), value: entry.osUser },
            { term: t('activity.field.profile'), value: entry.profile ?? t('activity.panel.noProfile') },
            ...(entry.environment === null
              ? []
              : [
                  {
                    term: t('activity.field.environment'),
                    value: <EnvironmentBadge environment={entry.environment} size="small" />,
                  },
                ]),
          ]}
        />
      </PanelSection>
      <PanelSection heading={t('activity.field.request')} grow>
        <RequestDetails entry={entry} />
      </PanelSection>
      <PanelSection>
        <p className="sm faint num">{t('activity.panel.number', { id: entry.id })}</p>
      </PanelSection>
    </Panel>
  );
}

function LocalTime({ value }: { readonly value: string }) {
  return (
    <>
      <Time value={value} form="day" />, <Time value={value} form="seconds" />
    </>
  );
}
