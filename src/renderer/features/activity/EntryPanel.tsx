import { Disclosure, DisclosurePanel } from 'react-aria-components';
import { formatNumber, formatUtc, t } from '../../../shared/messages/index.ts';
import { type ActivityEntry, objectScreens, toShownOutcome } from '../../../shared/model/activity.ts';
import { useOpenTarget } from '../../app/open-target.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { DisclosureTrigger } from '../../components/actions/DisclosureTrigger.tsx';
import { FileName } from '../../components/files/FileName.tsx';
import { Facts, type FactsProps } from '../../components/layout/Facts.tsx';
import { Panel, PanelSection } from '../../components/layout/Panel.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { EnvironmentBadge } from '../../components/messages/EnvironmentBadge.tsx';
import { describeEntry, formatDuration } from './entry-text.ts';
import { Outcome } from './Outcome.tsx';

/** The link to the object of an entry, or the sentence that the object is gone. */
function EntryObject({ entry }: { readonly entry: ActivityEntry }) {
  const openTarget = useOpenTarget();
  const screen = objectScreens[entry.kind];
  const revision = useTopicPart('activity', (activity) => activity.entries, 0);
  const { value: found } = useQuery({
    queryKey: String(entry.id),
    revision,
    load: async () => ({ object: screen === null ? null : await call('activity.object', { id: entry.id }) }),
  });
  if (screen === null || found === null) return null;
  const { object } = found;
  if (object === null) return <p className="sm dim">{t(`activity.object.gone.${screen}`)}</p>;
  return (
    <p>
      <LinkButton onPress={() => openTarget(object.profileId, object.target)}>
        {t(`activity.object.open.${screen}`)}
      </LinkButton>
    </p>
  );
}

interface EntryPanelProps {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}

/** What a clerk's IT department asks for: the request, its answer, and the entry in the hash chain. */
function TechnicalDetails({ entry }: Pick<EntryPanelProps, 'entry'>) {
  return (
    <Disclosure className="grid gap-2">
      <DisclosureTrigger level={3}>{t('activity.panel.details')}</DisclosureTrigger>
      <DisclosurePanel>
        <Facts
          facts={[
            ...describeRequest(entry),
            { term: t('activity.field.utc'), value: formatUtc(entry.at), face: 'num' },
            {
              term: t('activity.field.entry'),
              value: formatNumber(entry.id),
              face: 'num',
            },
            { term: t('activity.field.hash'), value: entry.hash, face: 'raw' },
          ]}
        />
      </DisclosurePanel>
    </Disclosure>
  );
}

function describeRequest(entry: ActivityEntry): FactsProps['facts'] {
  if (entry.request === null)
    return [{ term: t('activity.field.request'), value: t('activity.panel.nothingSent') }];
  return [
    { term: t('activity.field.request'), value: entry.request, face: 'raw' },
    { term: t('activity.field.status'), value: entry.status ?? t('activity.panel.noStatus'), face: 'num' },
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
  ];
}

export function EntryPanel({ entry, onClose }: EntryPanelProps) {
  return (
    <Panel
      label={t('activity.field.entry')}
      top={<Outcome outcome={toShownOutcome(entry)} />}
      onClose={onClose}
    >
      <PanelSection title={<FileName name={describeEntry(entry)} whole />}>
        {entry.kind === 'export' && (
          <p className="dim selectable">
            <FileName name={entry.subject} whole />
          </p>
        )}
        {entry.kind === 'reject-files' && <p className="dim">{t('activity.panel.nothingLeft')}</p>}
        <EntryObject entry={entry} />
      </PanelSection>
      <PanelSection>
        <Facts
          facts={[
            { term: t('activity.field.time'), value: <LocalTime value={entry.at} /> },
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
      <PanelSection grow>
        <TechnicalDetails entry={entry} />
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
