import { useMemo, useState } from 'react';
import { noNeeds } from '../../../shared/contract/needs-you.ts';
import { formatList, t } from '../../../shared/messages/index.ts';
import { createNeedMessages } from '../../../shared/messages/need-messages.ts';
import type { NeedLine } from '../../../shared/model/needs-you/need-line.ts';
import {
  keyOfNeed,
  type Moving,
  type Need,
  type Urgency,
  urgencies,
  urgencyOf,
} from '../../../shared/model/needs-you/needs-you.ts';
import { useOpenTarget } from '../../app/open-target.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button, LinkButton } from '../../components/actions/Button.tsx';
import type { Column } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { Chips } from '../../components/fields/Chips.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { Icon } from '../../components/layout/Icon.tsx';
import { useMedia } from '../../components/layout/media.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { PageHead, Toolbar } from '../../components/layout/Page.tsx';
import { Split } from '../../components/layout/Panel.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { DismissibleError } from '../../components/messages/DismissibleError.tsx';
import { Empty, NoResults } from '../../components/messages/Empty.tsx';
import { Badge } from '../../components/messages/State.tsx';
import { urgencyAppearances } from './appearance.ts';
import { dismissHandoverError, saveHandover, useHandoverJob } from './handover.ts';
import { NeedPanel } from './NeedPanel.tsx';
import styles from './NeedsYou.module.css';
import { describeAction, numberOfNeed, type ProfileNames, useProfileNames } from './rows.ts';

/** Saves everything that is open for a colleague. */
function HandoverButton() {
  const { isSaving } = useHandoverJob();
  return (
    <Button icon="save" disabled={isSaving} onPress={saveHandover}>
      {t(isSaving ? 'handover.running' : 'handover.action')}
    </Button>
  );
}

/** Why a handover was not saved, above the list. */
function HandoverError() {
  const { error } = useHandoverJob();
  return (
    <DismissibleError
      error={error}
      dismiss={dismissHandoverError}
      dismissLabel={t('handover.dismiss')}
      className={styles.results}
    />
  );
}

function UrgencyBadge({ need }: { readonly need: Need }) {
  const urgency = urgencyOf[need.kind];
  const { icon, tone } = urgencyAppearances[urgency];
  return (
    <Badge icon={icon} tone={tone}>
      {t(`needsYou.urgency.${urgency}`)}
    </Badge>
  );
}

/** In a narrow window, columns that the panel repeats are hidden, so that the button of a row stays visible. */
const columnsByWidth = {
  wide: ['urgency', 'what', 'consequence', 'profile', 'since', 'action'],
  narrow: ['urgency', 'what', 'profile', 'action'],
  narrowest: ['what', 'action'],
} as const;

function useWidthClass(hasPanel: boolean): keyof typeof columnsByWidth {
  const isNarrowest = useMedia('(width < 800px)');
  const isNarrow = useMedia('(width < 1120px)');
  const isCramped = useMedia('(width < 1440px)') && hasPanel;
  if (isNarrowest) return 'narrowest';
  return isNarrow || isCramped ? 'narrow' : 'wide';
}

function columnsFor(profiles: ProfileNames, onAct: (need: NeedLine) => void): readonly Column<NeedLine>[] {
  const titleOf = (need: Need) => createNeedMessages(need).title;
  const consequenceOf = (need: Need) => createNeedMessages(need).consequence;
  const profileOf = ({ profileId }: Need) => profiles.nameOf(profileId);
  return [
    { id: 'urgency', label: t('needsYou.group'), width: 148, cell: (need) => <UrgencyBadge need={need} /> },
    {
      id: 'what',
      label: t('needsYou.column.what'),
      width: { min: 160, share: 5 },
      cell: titleOf,
      title: (need) => `${titleOf(need)}. ${consequenceOf(need)}`,
    },
    {
      id: 'consequence',
      label: t('needsYou.column.consequence'),
      width: { min: 160, share: 5 },
      face: 'dim',
      cell: consequenceOf,
      title: consequenceOf,
    },
    {
      id: 'profile',
      label: t('needsYou.column.profile'),
      width: 132,
      face: 'dim',
      cell: profileOf,
      title: profileOf,
    },
    {
      id: 'since',
      label: t('needsYou.column.since'),
      width: 148,
      cell: ({ since }) => (since === null ? '' : <Time value={since} form="moment" />),
    },
    {
      id: 'action',
      label: t('needsYou.column.action'),
      width: 188,
      align: 'right',
      cell: (need) => (
        <Button size="tiny" onPress={() => onAct(need)}>
          {describeAction(need, profiles)}
        </Button>
      ),
    },
  ];
}

/** Describes the automatic work of all profiles in one sentence, summed by kind. */
function movingSentence(moving: readonly Moving[]): string {
  const sums = new Map<Moving['kind'], number>();
  for (const { kind, number } of moving) sums.set(kind, (sums.get(kind) ?? 0) + number);
  const kindTexts = [...sums].map(([kind, count]) => t(`needsYou.moving.${kind}`, { count }));
  return t('needsYou.moving.sentence', { parts: formatList(kindTexts) });
}

function InProgress() {
  const moving = useTopicPart('needsYou', (summary) => summary.moving, noNeeds.moving);
  if (moving.length === 0) return null;
  return (
    <p className={styles.moving} role="note" aria-label={t('needsYou.moving.label')}>
      <Icon name="up" />
      <span>{movingSentence(moving)}</span>
      <span className="faint">{t('needsYou.moving.more')}</span>
    </p>
  );
}

/** The Needs you screen: everything on this computer that needs the clerk, most urgent first. */
export function NeedsYouScreen() {
  const summary = useTopicPart('needsYou', (value) => value, noNeeds);
  const profiles = useProfileNames();
  const openTarget = useOpenTarget();
  const [urgency, setUrgency] = useState<Urgency | 'all'>('all');
  const [shownNeed, setShownNeed] = useState<NeedLine | null>(null);
  const [needToClose, setNeedToClose] = useState<Need | null>(null);
  const rows = usePagedRows<NeedLine>({
    source: urgency,
    revision: summary.revision,
    fetchPage: (offset, limit) =>
      call('needsYou.list', { offset, limit, urgency: urgency === 'all' ? null : urgency }),
  });
  const { shownId, entries } = profiles;
  const widthClass = useWidthClass(shownNeed !== null);
  const openNeed = (need: NeedLine) => openTarget(need.profileId, need.target);
  // Rows render again only when the profiles or the width class change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns depend on these values alone
  const columns = useMemo(() => {
    const shownColumnIds: readonly string[] = columnsByWidth[widthClass];
    return columnsFor(profiles, openNeed).filter(({ id }) => shownColumnIds.includes(id));
  }, [shownId, entries, widthClass]);
  const chips = [
    { id: 'all' as const, label: t('needsYou.all'), count: summary.total },
    ...urgencies
      .filter((id) => (summary.byUrgency[id] ?? 0) > 0 || id === urgency)
      .map((id) => ({
        id,
        label: t(`needsYou.urgency.${id}`),
        count: summary.byUrgency[id] ?? 0,
        icon: urgencyAppearances[id].icon,
      })),
  ];
  return (
    <>
      <PageHead title={t('needsYou.title')} actions={<HandoverButton />}>
        {summary.total > 0 && (
          <span className={classNames(pageStyles.sub, 'num')}>
            {t('needsYou.count', { count: summary.total })}
          </span>
        )}
      </PageHead>
      <HandoverError />
      {summary.total > 0 && (
        <Toolbar roomy>
          <Chips label={t('needsYou.group')} chips={chips} value={urgency} onChange={setUrgency} />
        </Toolbar>
      )}
      <Split
        panel={
          shownNeed === null ? null : (
            <NeedPanel
              need={shownNeed}
              profiles={profiles}
              onAct={openNeed}
              onCloseNeed={setNeedToClose}
              onClose={() => setShownNeed(null)}
            />
          )
        }
      >
        <DataGrid
          label={t('needsYou.listLabel')}
          columns={columns}
          rows={rows}
          idOf={numberOfNeed}
          openId={shownNeed === null ? null : numberOfNeed(shownNeed)}
          onOpen={setShownNeed}
          roomy
          empty={
            urgency === 'all' ? (
              <Empty icon="check-circle" title={t('needsYou.empty.title')} lead={t('needsYou.empty.lead')} />
            ) : (
              <NoResults title={t('needsYou.noneInGroup', { group: t(`needsYou.urgency.${urgency}`) })}>
                <LinkButton small onPress={() => setUrgency('all')}>
                  {t('needsYou.showAll')}
                </LinkButton>
              </NoResults>
            )
          }
        />
        <InProgress />
      </Split>
      {needToClose !== null && (
        <ConfirmDialog
          open
          onClose={() => setNeedToClose(null)}
          title={t('needsYou.close.title', { title: createNeedMessages(needToClose).title })}
          lead={t('needsYou.close.lead')}
          cancelLabel={t('needsYou.close.keep')}
          confirmLabel={t('needsYou.close.confirm')}
          variant="primary"
          onConfirm={async () => {
            await call('needsYou.items', { action: 'close', key: keyOfNeed(needToClose) });
            toast({ sentence: t('needsYou.close.done') });
            setShownNeed(null);
          }}
        />
      )}
    </>
  );
}
