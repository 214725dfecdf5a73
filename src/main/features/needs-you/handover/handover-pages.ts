/** @file A handover as pages: the counts on top, the entries by group, and what continues without a person. */
import { formatPlainList, formatTimeWithOffset, formatUtc, t } from '../../../../shared/messages/index.ts';
import { urgencies } from '../../../../shared/model/needs-you/needs-you.ts';
import { inSlices } from '../../../concurrency/slices.ts';
import type { PageBlock, PageFact, TextPages } from '../../../formats/pages/text-pages.ts';
import type { Handover } from './describe-handover.ts';

type HandoverItem = Handover['items'][number];
type HandoverMoving = Handover['moving'][number];

/** Describes the pages; `timeZone` replaces that of the computer. */
export async function toHandoverPages(handover: Handover, timeZone?: string): Promise<TextPages> {
  const { asOf, savedBy, version, items, moving } = handover;
  const time = formatTimeWithOffset(asOf, timeZone);
  const groups = urgencies.flatMap((urgency) => {
    const itemsOfGroup = items.filter((item) => item.urgency === urgency);
    return itemsOfGroup.length === 0 ? [] : [{ name: t(`needsYou.urgency.${urgency}`), items: itemsOfGroup }];
  });
  const groupBlocks: PageBlock[] = [];
  for (const { name, items: itemsOfGroup } of groups) {
    const text = t('handover.group', { group: name, count: itemsOfGroup.length });
    groupBlocks.push({ is: 'heading', level: 1, text });
    for await (const item of inSlices(itemsOfGroup)) {
      groupBlocks.push(
        { is: 'heading', level: 2, text: item.title },
        { is: 'facts', facts: listFacts(item, timeZone), isKeptTogether: true },
      );
    }
  }
  return {
    title: t('handover.title'),
    subtitle: t('handover.subtitle', { time }),
    blocks: [
      ...describeNothing(handover),
      {
        is: 'facts',
        facts: [
          toFact(t('needsYou.title'), t('needsYou.count', { count: items.length })),
          ...groups.map(({ name, items: { length } }) =>
            toFact(name, t('needsYou.count', { count: length })),
          ),
          ...(moving.length === 0 ? [] : [toFact(t('needsYou.moving.label'), sumMoving(moving))]),
        ],
      },
      ...groupBlocks,
      ...describeMoving(moving),
    ],
    foot: {
      name: t('handover.foot.name'),
      lines: [
        t('handover.foot.origin', { user: savedBy, version }),
        formatPlainList([time, formatUtc(asOf)]),
      ],
    },
  };
}

const toFact = (term: string, line: string): PageFact => ({ term, lines: [line] });

const optionalFact = (term: string, line: string | null): PageFact[] =>
  line === null ? [] : [toFact(term, line)];

function describeNothing({ items, moving }: Handover): PageBlock[] {
  if (items.length > 0) return [];
  return [{ is: 'notice', text: t(moving.length === 0 ? 'handover.nothing' : 'handover.nothingNeedsYou') }];
}

const profileText = ({ name, environment }: HandoverItem['profile']) =>
  environment === null ? name : t('handover.profile', { name, environment });

function listFacts(item: HandoverItem, timeZone: string | undefined): PageFact[] {
  const { beneficiary, walletId, batchNumber, since, age, linkExpiresAt } = item;
  const toTime = (iso: string) => formatTimeWithOffset(iso, timeZone);
  return [
    toFact(t('handover.field.profile'), profileText(item.profile)),
    ...optionalFact(t('handover.field.beneficiary'), beneficiary),
    ...optionalFact(t('handover.field.wallet'), walletId === null ? null : String(walletId)),
    ...optionalFact(t('handover.field.batch'), batchNumber === null ? null : String(batchNumber)),
    ...optionalFact(t('handover.field.addedBy'), item.addedBy),
    toFact(
      t('handover.field.since'),
      since === null || age === null
        ? t('handover.sinceUnknown')
        : t('handover.since', { time: toTime(since), age }),
    ),
    ...optionalFact(t('handover.field.linkExpires'), linkExpiresAt === null ? null : toTime(linkExpiresAt)),
    toFact(t('handover.field.consequence'), item.consequence),
    toFact(t('handover.field.nextStep'), item.nextStep),
    ...(item.details.length === 0 ? [] : [{ term: t('handover.field.detail'), lines: [...item.details] }]),
  ];
}

/** Sums the work of all profiles by kind. */
function sumMoving(moving: readonly HandoverMoving[]): string {
  const sums = new Map<HandoverMoving['kind'], number>();
  for (const { kind, number } of moving) sums.set(kind, (sums.get(kind) ?? 0) + number);
  return formatPlainList([...sums].map(([kind, count]) => t(`needsYou.moving.${kind}`, { count })));
}

function describeMoving(moving: readonly HandoverMoving[]): PageBlock[] {
  if (moving.length === 0) return [];
  const textsByProfile = Map.groupBy(moving, ({ profile }) => profileText(profile));
  return [
    { is: 'heading', level: 1, text: t('handover.moving.title') },
    { is: 'paragraph', text: t('handover.moving.lead') },
    {
      is: 'facts',
      facts: [...textsByProfile].map(([term, entries]) => ({ term, lines: entries.map(({ text }) => text) })),
    },
  ];
}
