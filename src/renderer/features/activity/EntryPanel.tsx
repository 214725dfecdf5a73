import { formatNumber, formatUtc } from '../../../shared/messages/index.ts';
import type { ActivityEntry } from '../../../shared/model/activity.ts';
import { activityWords } from '../../../shared/words/activity.ts';
import { activityScreenWords } from '../../../shared/words/activity-screen.ts';
import { EnvironmentBadge } from '../../components/EnvironmentBadge.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FileName } from '../../components/FileName.tsx';
import { Panel, PanelSection } from '../../components/Panel.tsx';
import { Time } from '../../components/Time.tsx';
import { Outcome } from './Outcome.tsx';
import { subjectText } from './subject.ts';

const words = activityScreenWords.panel;

export interface EntryPanelProps {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}

/** The request of an entry and its result. */
function RequestDetails({ entry }: Pick<EntryPanelProps, 'entry'>) {
  if (entry.request === null) return <p className="sm dim">{words.nothingSent}</p>;
  return (
    <Facts
      facts={[
        { term: words.request, value: entry.request, face: 'raw' },
        { term: words.status, value: entry.status ?? words.noStatus, face: 'num' },
        { term: words.requestId, value: entry.requestId ?? words.noRequestId, face: 'id' },
        { term: words.sent, value: words.exact(formatNumber(entry.bytesSent)), face: 'num' },
        { term: words.took, value: activityScreenWords.took(entry.milliseconds), face: 'num' },
      ]}
    />
  );
}

/** Details of one entry. */
export function EntryPanel({ entry, onClose }: EntryPanelProps) {
  return (
    <Panel label={words.label} top={<Outcome outcome={entry.outcome} />} onClose={onClose}>
      <PanelSection title={activityWords.kinds[entry.kind]}>
        <p className="dim selectable">
          <FileName name={subjectText(entry)} whole />
        </p>
      </PanelSection>
      <PanelSection heading={words.when}>
        <Facts
          facts={[
            { term: words.local, value: <LocalTime at={entry.at} /> },
            { term: words.utc, value: formatUtc(entry.at), face: 'num' },
          ]}
        />
      </PanelSection>
      <PanelSection heading={words.who}>
        <Facts
          facts={[
            { term: words.user, value: entry.osUser },
            { term: words.profile, value: entry.profile ?? words.noProfile },
            ...(entry.environment === null
              ? []
              : [
                  {
                    term: words.environment,
                    value: <EnvironmentBadge environment={entry.environment} size="small" />,
                  },
                ]),
          ]}
        />
      </PanelSection>
      <PanelSection heading={words.whatIsKnown} grow>
        <RequestDetails entry={entry} />
      </PanelSection>
      <PanelSection>
        <p className="sm faint num">{words.number(entry.id)}</p>
      </PanelSection>
    </Panel>
  );
}

function LocalTime({ at }: { readonly at: string }) {
  return (
    <>
      <Time value={at} form="day" />, <Time value={at} form="seconds" />
    </>
  );
}
