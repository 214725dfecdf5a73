/** @file Icons and colours of groups and states, and the filter chips. */
import { t } from '../../../../shared/messages/index.ts';
import type { DocumentGroup, DocumentState } from '../../../../shared/model/documents/document.ts';
import type { IconName } from '../../../components/layout/icons.ts';
import { isOutgoing, type Phase } from '../batches/batch-numbers.ts';

/** The look of a state: a filled badge when the document needs the clerk, else text. */
type StateLook = { readonly icon: IconName; readonly label: string } & (
  | { readonly filled: 'danger' | 'warning' | 'neutral' }
  | { readonly filled: null; readonly tone: 'plain' | 'run' | 'ok' }
);

interface GroupLook {
  readonly icon: IconName;
  readonly filled?: 'danger' | 'warning' | 'neutral';
  readonly tone?: 'run' | 'ok';
}

const groupLooks: Readonly<Record<DocumentGroup, GroupLook>> = {
  checking: { icon: 'search' },
  rejected: { icon: 'ended', filled: 'danger' },
  duplicate: { icon: 'copy', filled: 'warning' },
  'waiting-for-file': { icon: 'hourglass', filled: 'warning' },
  unassigned: { icon: 'people', filled: 'neutral' },
  assigned: { icon: 'check' },
  problem: { icon: 'problem', filled: 'danger' },
  unknown: { icon: 'help', filled: 'warning' },
  uploading: { icon: 'up', tone: 'run' },
  queued: { icon: 'queued' },
  stored: { icon: 'stored' },
  attached: { icon: 'check-circle', tone: 'ok' },
  'on-hold': { icon: 'hold' },
  excluded: { icon: 'minus' },
  cancelled: { icon: 'close' },
};

/** Rejected documents need the clerk only while a batch is prepared. */
function lookOfGroup(group: DocumentGroup, phase: Phase): GroupLook {
  if (group === 'rejected' && phase !== 'preparing') return { icon: 'ended' };
  return groupLooks[group];
}

/** Looks of the states that look different from their group. */
const looksByState: Readonly<Partial<Record<DocumentState, GroupLook>>> = {
  'waiting-to-retry': { icon: 'retry' },
  attaching: { icon: 'up', tone: 'run' },
};

export function lookOfState(
  { state, group }: { readonly state: DocumentState; readonly group: DocumentGroup },
  phase: Phase,
): StateLook {
  const stateLook = group === 'on-hold' ? undefined : looksByState[state];
  const { icon, filled, tone } = stateLook ?? lookOfGroup(group, phase);
  const label = stateLook === undefined ? t(`documentGroups.${group}`) : t(`documentStates.${state}`);
  return filled === undefined
    ? { icon, label, filled: null, tone: tone ?? 'plain' }
    : { icon, label, filled };
}

const preparingOrder = [
  'rejected',
  'duplicate',
  'waiting-for-file',
  'checking',
  'unassigned',
  'assigned',
  'excluded',
  'cancelled',
] as const satisfies readonly DocumentGroup[];

const sendingOrder = [
  'problem',
  'unknown',
  'waiting-for-file',
  'duplicate',
  'checking',
  'uploading',
  'queued',
  'stored',
  'attached',
  'on-hold',
  'rejected',
  'excluded',
  'cancelled',
] as const satisfies readonly DocumentGroup[];

export type ChipId = DocumentGroup | 'all';

/** Returns the chosen filter if it can contain documents that are sent, else *All*. */
export function chipForOutgoing(chip: ChipId): ChipId {
  return chip === 'all' || isOutgoing(chip) ? chip : 'all';
}

interface GroupChip {
  readonly id: ChipId;
  readonly label: string;
  readonly count: number;
  readonly icon?: IconName;
  readonly tone?: 'danger' | 'warning' | 'ok' | 'run';
}

/** The groups of a phase in order: needs the clerk, in progress, done, not sent. */
export function groupOrder(phase: Phase): readonly DocumentGroup[] {
  return phase === 'preparing' ? preparingOrder : sendingOrder;
}

/** The chips of a batch: *All*, then every group that has documents. The selected chip stays when it becomes empty. */
export function chipsOf(
  batch: {
    readonly documents: number;
    readonly counts: Readonly<Partial<Record<DocumentGroup, number | undefined>>>;
  },
  phase: Phase,
  selectedChip: ChipId,
  allLabel: string,
): readonly GroupChip[] {
  const groups = groupOrder(phase).filter(
    (group) => (batch.counts[group] ?? 0) > 0 || group === selectedChip,
  );
  return [
    { id: 'all', label: allLabel, count: batch.documents },
    ...groups.map((group) => {
      const { icon, filled, tone } = lookOfGroup(group, phase);
      const colour = filled === 'neutral' ? undefined : (filled ?? tone);
      return {
        id: group,
        label: t(`documentGroups.${group}`),
        count: batch.counts[group] ?? 0,
        icon,
        ...(colour === undefined ? {} : { tone: colour }),
      };
    }),
  ];
}
