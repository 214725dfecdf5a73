/** @file The document that hands open work over: every line with its age and next step. */
import { expect, test } from 'vitest';
import {
  describeHandover,
  type HandoverFacts,
} from '../../../../src/main/features/needs-you/handover/describe-handover.ts';
import { toHandoverPages } from '../../../../src/main/features/needs-you/handover/handover-pages.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { createNeedMessages } from '../../../../src/shared/messages/need-messages.ts';
import {
  type Moving,
  type Need,
  sortedNeeds,
  urgencies,
  urgencyOf,
} from '../../../../src/shared/model/needs-you/needs-you.ts';
import { everyNeed, oneOfEach } from '../../../fakes/every-need.ts';
import { linesOfText } from '../../../fakes/files/read-pages.ts';

const zone = 'Europe/Berlin';
const facts: HandoverFacts = {
  at: Date.parse('2026-11-23T09:30:00Z'),
  savedBy: 'm.hansen',
  version: '1.2.3',
  profiles: [
    { id: 'test-profile', name: 'Nordlicht GmbH', environment: 'production' },
    { id: 'other', name: 'Südwind AG', environment: 'sandbox' },
  ],
  listDetails: async () => [],
};

const movingWork: readonly Moving[] = [
  { kind: 'documents', profileId: 'test-profile', number: 12 },
  { kind: 'documents', profileId: 'other', number: 3 },
  { kind: 'proofs', profileId: 'other', number: 1 },
];

const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

/** Returns the lines of the pages, and those of their foot. */
async function pdfOf(
  needs: readonly Need[],
  moving: readonly Moving[] = [],
  more: Partial<HandoverFacts> = {},
) {
  const handover = await describeHandover({ needs, moving }, { ...facts, ...more });
  const text = await toHandoverPages(handover, zone);
  return {
    text,
    lines: linesOfText(text).map(withPlainSpaces),
    foot: [text.foot.name, ...text.foot.lines].map(withPlainSpaces),
  };
}

/** Joins the lines of a wrapped text. */
const flat = (lines: readonly string[]) => lines.join(' ').replaceAll('\t', ' ');

test.each(oneOfEach.map((need) => [need.kind, need] as const))(
  'a line of kind %s has its profile, its age, what happens if nothing is done, and the next step',
  async (_, need) => {
    const { title, consequence } = createNeedMessages(need);
    const { lines } = await pdfOf([need]);
    expect(lines).toContain(withPlainSpaces(title));
    expect(lines).toContain(
      `Profile\t${need.profileId === null ? 'This computer' : 'Nordlicht GmbH (production)'}`,
    );
    expect(lines).toContain('Since\t20 Nov 2026, 09:30 (UTC+01:00), 3 days ago');
    expect(flat(lines)).toContain(`If nothing is done ${withPlainSpaces(consequence)}`);
    expect(flat(lines)).toMatch(/Next step [A-Z].{15,}\./);
  },
);

test('what an entry counts is named, each in a line of its own', async () => {
  const needs = [everyNeed['proofs-failed'], everyNeed['batch-draft']];
  const names = ['PX1: the service has no proof', 'PX2'];
  const listDetails = async ({ kind }: Need) => (kind === 'proofs-failed' ? names : []);
  const { lines } = await pdfOf(needs, [], { listDetails });
  const start = lines.indexOf(`Names\t${names[0]}`);
  expect(start).toBeGreaterThan(0);
  expect(lines[start + 1]).toBe(names[1]);
  expect(lines.filter((line) => line.startsWith('Names'))).toHaveLength(1);
});

test('beneficiary, wallet, batch, the user who added the documents, and the end of a link are named', async () => {
  const needs = [everyNeed['link-ending'], everyNeed['unknown-outcome']];
  const { lines } = await pdfOf(needs);
  for (const line of [
    'Wallet\t1001',
    'Link expires\t22 Nov 2026, 13:40 (UTC+01:00)',
    'Beneficiary\tCastel & Fils',
    'Batch\t7',
    'Added by\tm.hansen',
  ])
    expect(lines).toContain(line);
});

test('times have the offset that was valid then', async () => {
  const { lines } = await pdfOf([{ ...everyNeed['batch-draft'], since: '2026-07-01T22:15:00.000Z' }]);
  expect(flat(lines)).toContain('2 Jul 2026, 00:15 (UTC+02:00)');
});

test('a time that was not recorded is said to be missing', async () => {
  const need = { ...everyNeed['beneficiary-draft'], since: null };
  expect((await pdfOf([need])).lines).toContain('Since\tNot recorded');
});

test('the counts on top equal the lines below', async () => {
  for (const size of [1, 2, 7, 40]) {
    const needs = sortedNeeds(
      Array.from({ length: size }, (_, index) => oneOfEach[(index * 11) % oneOfEach.length]).flatMap(
        (need, index) => (need === undefined ? [] : { ...need, profileId: index % 2 === 0 ? 'other' : null }),
      ),
    );
    const { lines } = await pdfOf(needs, movingWork);
    const top = lines.slice(0, lines.indexOf(lines.find((line) => /: \d+ items?$/.test(line)) ?? ''));
    expect(top).toContain(`Needs you\t${t('needsYou.count', { count: size })}`);
    expect(top).toContain('In progress\t15 documents, 1 proof');
    expect(lines.filter((line) => line.startsWith('Next step\t'))).toHaveLength(size);
    let sum = 0;
    for (const urgency of urgencies) {
      const group = t(`needsYou.urgency.${urgency}`);
      const heading = lines.findIndex((line) => line.startsWith(`${group}: `));
      const count = needs.filter(({ kind }) => urgencyOf[kind] === urgency).length;
      sum += count;
      expect(heading >= 0).toBe(count > 0);
      if (count === 0) continue;
      const countText = t('needsYou.count', { count });
      expect(top).toContain(`${group}\t${countText}`);
      expect(lines[heading]).toBe(`${group}: ${countText}`);
      const rest = lines.slice(heading + 1);
      const end = rest.findIndex((line) => /: \d+ items?$/.test(line) || line.startsWith('In progress,'));
      expect(rest.slice(0, end).filter((line) => line.startsWith('Next step\t'))).toHaveLength(count);
    }
    expect(sum).toBe(size);
  }
});

test('work in progress has its own section, by profile, and says that it needs no person', async () => {
  const { lines } = await pdfOf([everyNeed['batch-draft']], movingWork);
  const section = lines.slice(lines.indexOf('In progress, continues automatically'));
  expect(flat(section.slice(0, 3))).toContain('No action needed. Paydesk continues this work automatically');
  expect(section.slice(-3)).toEqual([
    'Nordlicht GmbH (production)\t12 documents',
    'Südwind AG (sandbox)\t3 documents',
    '1 proof',
  ]);
});

test('an empty list is a document that says that nothing is open', async () => {
  expect((await pdfOf([])).lines).toEqual([
    'Handover',
    'Open work on this computer, 23 Nov 2026, 10:30 (UTC+01:00)',
    'Nothing is open on this computer.',
    'Needs you\t0 items',
  ]);
});

test('a list with work in progress alone does not say that nothing is open', async () => {
  const { lines } = await pdfOf([], movingWork);
  expect(lines).toContain('Nothing needs a person.');
  expect(lines).not.toContain('Nothing is open on this computer.');
});

test('the foot states the origin and the time', async () => {
  expect((await pdfOf([])).foot).toEqual([
    'Paydesk handover',
    'Saved by m.hansen with Paydesk 1.2.3',
    '23 Nov 2026, 10:30 (UTC+01:00), 2026-11-23 09:30:00 UTC',
  ]);
});

test('an item is never divided by a page break', async () => {
  const { text } = await pdfOf(oneOfEach);
  const items = text.blocks.flatMap((block) =>
    block.is === 'facts' && block.facts.some(({ term }) => term === 'Next step') ? block.isKeptTogether : [],
  );
  expect(items).toEqual(oneOfEach.map(() => true));
});

test('neither a link nor the text of an internal error gets into the document', async () => {
  const unavailable = everyNeed['library-unavailable'];
  const link = 'https://storage.example/library?signature=secret';
  const need = { ...unavailable, error: { ...unavailable.error, message: link, details: { cause: link } } };
  const text = flat((await pdfOf([need])).lines);
  expect(text).not.toContain('storage.example');
  expect(text).not.toContain('signature');
});

test('the thread serves other work while ten thousand lines are described', async () => {
  const needs = Array.from({ length: 10_000 }, () => everyNeed['batch-draft']);
  let turns = 0;
  let isRunning = true;
  const countTurns = () => {
    turns += 1;
    if (isRunning) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const handover = await describeHandover({ needs, moving: [] }, facts);
  const turnsOfDescription = turns;
  await toHandoverPages(handover, zone);
  isRunning = false;
  for (const count of [turnsOfDescription, turns - turnsOfDescription]) expect(count).toBeGreaterThan(100);
});
