import { useMemo, useState } from 'react';
import { noNeeds } from '../../../shared/contract/needs-you.ts';
import type { NeedLine } from '../../../shared/model/need-target.ts';
import {
  keyOfNeed,
  type Moving,
  type Need,
  type Urgency,
  urgencies,
  urgencyOf,
} from '../../../shared/model/needs-you.ts';
import { formatList } from '../../../shared/words/count.ts';
import { urgencyWords, needsYouWords as words } from '../../../shared/words/needs-you.ts';
import { useFailures } from '../../app/failures.ts';
import { goToProfile } from '../../app/first-screen.ts';
import { leave } from '../../app/LeaveDialog.tsx';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { Empty, NoResults } from '../../components/Empty.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useMedia } from '../../components/media.ts';
import { PageHead, Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { Badge } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';
import { urgencyAppearances } from './appearance.ts';
import { NeedPanel } from './NeedPanel.tsx';
import { openTarget } from './open-target.ts';
import { actionWord, needWords, numberOfNeed, type ProfileNames, useProfileNames } from './rows.ts';

function UrgencyBadge({ need }: { readonly need: Need }) {
  const urgency = urgencyOf[need.kind];
  const { icon, tone } = urgencyAppearances[urgency];
  return (
    <Badge icon={icon} tone={tone}>
      {urgencyWords[urgency]}
    </Badge>
  );
}

/** What the panel says as well gives way where there is no room: the button of a line is always in sight. */
const columnsByWidth = {
  wide: ['urgency', 'what', 'consequence', 'profile', 'since', 'action'],
  narrow: ['urgency', 'what', 'profile', 'action'],
  least: ['what', 'action'],
} as const;

function useWidthClass(hasPanel: boolean): keyof typeof columnsByWidth {
  const isLeast = useMedia('(width < 800px)');
  const isNarrow = useMedia('(width < 1120px)');
  const isCramped = useMedia('(width < 1440px)') && hasPanel;
  if (isLeast) return 'least';
  return isNarrow || isCramped ? 'narrow' : 'wide';
}

function columnsFor(profiles: ProfileNames, onAct: (need: NeedLine) => void): readonly Column<NeedLine>[] {
  const titleOf = (need: Need) => needWords(need).title;
  const consequenceOf = (need: Need) => needWords(need).consequence;
  const profileOf = ({ profileId }: Need) => profiles.nameOf(profileId);
  return [
    { id: 'urgency', word: words.columns.urgency, width: 148, cell: (need) => <UrgencyBadge need={need} /> },
    {
      id: 'what',
      word: words.columns.what,
      width: 'rest',
      cell: titleOf,
      title: (need) => `${titleOf(need)}. ${consequenceOf(need)}`,
    },
    {
      id: 'consequence',
      word: words.columns.consequence,
      width: 'rest',
      face: 'dim',
      cell: consequenceOf,
      title: consequenceOf,
    },
    {
      id: 'profile',
      word: words.columns.profile,
      width: 116,
      face: 'dim',
      cell: profileOf,
      title: profileOf,
    },
    {
      id: 'since',
      word: words.columns.since,
      width: 148,
      cell: ({ since }) => (since === null ? '' : <Time value={since} form="moment" />),
    },
    {
      id: 'action',
      word: words.columns.action,
      width: 188,
      align: 'right',
      cell: (need) => (
        <Button size="tiny" onPress={() => onAct(need)}>
          {actionWord(need, profiles)}
        </Button>
      ),
    },
  ];
}

/** One number for each kind, of all profiles together. */
function movingSentence(moving: readonly Moving[]): string {
  const sums = new Map<Moving['kind'], number>();
  for (const { kind, number } of moving) sums.set(kind, (sums.get(kind) ?? 0) + number);
  return words.moving.sentence(
    formatList([...sums].map(([kind, number]) => words.moving.part(kind, number))),
  );
}

function InProgress() {
  const moving = useTopicPart('needsYou', (summary) => summary.moving, noNeeds.moving);
  if (moving.length === 0) return null;
  return (
    <p className="needs-you-moving" role="note" aria-label={words.moving.label}>
      <Icon name="up" />
      <span>{movingSentence(moving)}</span>
      <span className="faint">{words.moving.more}</span>
    </p>
  );
}

/** Everything on this computer that waits for a person, what is lost first at the top. */
export function NeedsYouScreen() {
  const summary = useTopicPart('needsYou', (value) => value, noNeeds);
  const profiles = useProfileNames();
  const { attempt } = useFailures();
  const [urgency, setUrgency] = useState<Urgency | 'all'>('all');
  const [opened, setOpened] = useState<NeedLine | null>(null);
  const [closing, setClosing] = useState<Need | null>(null);
  const rows = usePagedRows<NeedLine>({
    source: urgency,
    revision: summary.revision,
    fetchPage: (offset, limit) =>
      call('needsYou.list', { offset, limit, urgency: urgency === 'all' ? null : urgency }),
  });
  const { shownId, entries } = profiles;
  const widthClass = useWidthClass(opened !== null);
  const openNeed = (need: NeedLine) => {
    const arrive = () => openTarget(need.target);
    if (need.profileId === null || need.profileId === shownId) return arrive();
    const entry = entries.find(({ id }) => id === need.profileId);
    if (entry === undefined) return navigate('settings', { section: 'profiles' });
    leave(() => attempt(goToProfile(entry, arrive)));
  };
  // Rows are drawn again when these change, and only then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what rows do depends on these alone
  const columns = useMemo(() => {
    const shown: readonly string[] = columnsByWidth[widthClass];
    return columnsFor(profiles, openNeed).filter(({ id }) => shown.includes(id));
  }, [shownId, entries, widthClass]);
  const chips = [
    { id: 'all' as const, word: words.all, count: summary.total },
    ...urgencies
      .filter((id) => (summary.byUrgency[id] ?? 0) > 0 || id === urgency)
      .map((id) => ({
        id,
        word: urgencyWords[id],
        count: summary.byUrgency[id] ?? 0,
        icon: urgencyAppearances[id].icon,
      })),
  ];
  return (
    <>
      <PageHead title={words.word}>
        {summary.total > 0 && <span className="sub num">{words.count(summary.total)}</span>}
      </PageHead>
      {summary.total > 0 && (
        <Toolbar roomy>
          <Chips label={words.filter} chips={chips} value={urgency} onChange={setUrgency} />
        </Toolbar>
      )}
      <Split
        panel={
          opened === null ? null : (
            <NeedPanel
              need={opened}
              profiles={profiles}
              onAct={openNeed}
              onCloseNeed={setClosing}
              onClose={() => setOpened(null)}
            />
          )
        }
      >
        <DataGrid
          label={words.list}
          columns={columns}
          rows={rows}
          idOf={numberOfNeed}
          openId={opened === null ? null : numberOfNeed(opened)}
          onOpen={setOpened}
          roomy
          empty={
            urgency === 'all' ? (
              <Empty icon="check-circle" title={words.empty.title} lead={words.empty.lead} />
            ) : (
              <NoResults title={words.noneInGroup(urgencyWords[urgency])}>
                <LinkButton small onPress={() => setUrgency('all')}>
                  {words.showAll}
                </LinkButton>
              </NoResults>
            )
          }
        />
        <InProgress />
      </Split>
      {closing !== null && (
        <ConfirmDialog
          open
          onClose={() => setClosing(null)}
          title={words.closeTitle(needWords(closing).title)}
          lead={words.closeLead}
          cancelLabel={words.closeKeep}
          confirmLabel={words.closeAct}
          variant="primary"
          onConfirm={async () => {
            await call('needsYou.close', { key: keyOfNeed(closing) });
            toast({ sentence: words.closed });
            setOpened(null);
          }}
        />
      )}
    </>
  );
}
