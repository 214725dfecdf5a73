import { describe, expect, test } from 'vitest';
import { anyDate, dayProblem } from '../../../../src/renderer/features/activity/dates.ts';
import { describeEntry, formatDuration } from '../../../../src/renderer/features/activity/entry-text.ts';
import {
  describeEmptyResult,
  emptyFilter,
  isNarrowed,
  toActivityFilter,
} from '../../../../src/renderer/features/activity/filter.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../../src/shared/model/activity.ts';
import {
  formatDownload,
  parseBatchNumber,
  parseDownload,
} from '../../../../src/shared/model/activity-subject.ts';
import { rowsOf } from '../../rows-of.ts';

test('the subject of a download is read with and without its period', () => {
  const download = { id: 12, walletId: 4711, since: '2026-03-01', till: '2026-03-31' };
  expect(parseDownload(formatDownload(download))).toEqual({
    id: 12,
    period: '2026-03-01 to 2026-03-31: 4711',
  });
  expect(parseDownload('12')).toEqual({ id: 12, period: null });
});

test.each([
  ['Batch 14, 3 documents not attached', 14],
  ['1,200 files of batch 1234: Empty file (3)', 1234],
] as const)('the subject “%s” is about batch %s', (subject, number) => {
  expect(parseBatchNumber(subject)).toBe(number);
});

describe('activity filter', () => {
  test.each([
    [{}, false],
    [{ text: 'x' }, true],
    [{ kind: 'upload' }, true],
  ] as const)('with %o is narrowed: %s', (change, isExpected) => {
    expect(isNarrowed({ ...emptyFilter, ...change })).toBe(isExpected);
  });

  const now = new Date(2026, 2, 4, 15, 30);
  const day = (month: number, date: number) => new Date(2026, month - 1, date).toISOString();

  test.each([
    ['any', '', '', null, null],
    ['today', '', '', day(3, 4), null],
    ['week', '', '', day(2, 26), null],
    ['month', '', '', day(3, 1), null],
    ['custom', '2026-02-10', ' 2026-02-28 ', day(2, 10), day(3, 1)],
    ['custom', '', '2026-03-28', null, day(3, 29)],
    ['custom', '2026-02-30', '', null, null],
  ] as const)('with the dates %s (%s to %s) is from %s to before %s', (preset, since, till, from, before) => {
    const dates = { preset, since, till };
    const filter = toActivityFilter({ ...emptyFilter, dates, text: ' x ' }, now);
    expect(filter).toMatchObject({ since: from, before, text: 'x' });
    expect(isNarrowed({ ...emptyFilter, dates })).toBe(preset !== 'any');
  });

  test('reports a day that does not exist, and no empty day', () => {
    expect(dayProblem('2026-02-30')).toBe('Enter a valid date, such as 2026-03-31');
    expect(dayProblem(' ')).toBeNull();
    expect(dayProblem('2026-02-28')).toBeNull();
  });

  test('names the active filters when nothing is found', () => {
    expect(describeEmptyResult({ ...emptyFilter, kind: 'upload', outcome: 'failed', text: ' KRS ' })).toBe(
      'No entries match “KRS”, action “Uploaded a file” and outcome “Failed”',
    );
    const dates = { ...anyDate, preset: 'week' } as const;
    expect(describeEmptyResult({ ...emptyFilter, outcome: 'problems', dates })).toBe(
      'No entries match “Problems only” and date “Last 7 days”',
    );
  });
});

describe('activity entry', () => {
  const uploaded = {
    kind: 'upload',
    subject: 'scan.pdf',
    outcome: 'done',
    request: 'PUT storage.example',
    status: 200,
  } as const;

  /** The kind, the subject, the outcome with its status, and the sentence. */
  const sentences = `
upload => scan.pdf => done 200 => Uploaded scan.pdf
upload => scan.pdf => failed 500 => Tried to upload scan.pdf: the service reported an error
upload => scan.pdf => failed => Tried to upload scan.pdf: the service could not be reached
upload => scan.pdf => cancelled => Tried to upload scan.pdf: cancelled
upload => scan.pdf => unknown => Tried to upload scan.pdf: the response was lost, so the outcome is unknown
proof => PX-1 => refused 404 => Requested the proof of PX-1: the service has no proof
proof => PX-1 => refused 400 => Requested the proof of PX-1: the service refused the request
sign-in => Nordlicht => refused 401 => Tried to sign in to Nordlicht: the service refused the sign-in
attach => Balticum (1) => done 200 => Attached 1 document to Balticum
attach => Balticum (2) AG (12) => done 200 => Attached 12 documents to Balticum (2) AG
attach => Balticum => done 200 => Attached documents to Balticum
statement-request => 2026-03-01 to 2026-03-31: 4711, 4712, … => done 200 => Requested statements (Mar 2026, wallets 4711, 4712, …)
statement-event => folder, unknown fields: a => done => Received a statement event (Watched folder, unknown fields: a)
statement-download => 2026-03-01 to 2026-03-31: 4711 (12) => done => Downloaded a statement (Mar 2026, wallet 4711)
statement-download => 12 => done => Downloaded a statement (12)
connection-check => wallet => done 200 => Checked the connection to the host Wallet
connection-check => elsewhere => done 200 => Checked the connection to the host elsewhere
export => C:\\Exports\\a.csv => done => Exported a.csv
export => /home/m/a.csv => done => Exported a.csv
export => a.csv => failed => Exported a.csv: failed
reject-files => 12 files of batch 14: Type not accepted (9), Empty file (3) => refused => Did not accept 12 files of batch 14: Type not accepted (9), Empty file (3)
`;

  test.each(rowsOf(sentences))('about %s of %s, %s, says: %s', (kind, subject = '', end = '', sentence) => {
    const [outcome, status] = end.split(' ');
    const entry = { kind: activityKindSchema.parse(kind), outcome: activityOutcomeSchema.parse(outcome) };
    const request = /^(statement-(event|download)|export)/.test(kind ?? '') ? null : uploaded.request;
    expect(describeEntry({ ...entry, subject, request, status: Number(status ?? 0) || null })).toBe(sentence);
  });

  test.each(activityKindSchema.options.filter((kind) => kind !== 'reject-files'))(
    'of kind %s has a sentence for every outcome',
    (kind) => {
      const sentences = activityOutcomeSchema.options.map((outcome) =>
        describeEntry({ ...uploaded, kind, outcome }),
      );
      for (const sentence of sentences) expect(sentence).toContain('scan.pdf');
      expect(new Set(sentences).size).toBe(sentences.length);
    },
  );

  test.each([
    [0, '0\u00a0ms'],
    [1_000, '1.0\u00a0s'],
    [59_960, '1\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
  ])('shows %i milliseconds as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
