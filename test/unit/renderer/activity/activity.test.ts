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
  ['no batch', null],
] as const)('the subject “%s” is about batch %s', (subject, number) => {
  expect(parseBatchNumber(subject)).toBe(number);
});

describe('activity filter', () => {
  test.each([
    [{}, false],
    [{ text: '  ' }, false],
    [{ text: 'x' }, true],
    [{ kind: 'upload' }, true],
    [{ outcome: 'failed' }, true],
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

  test.each([
    [{}, 'Uploaded scan.pdf'],
    [{ outcome: 'failed', status: 500 }, 'Tried to upload scan.pdf: the service reported an error'],
    [{ outcome: 'failed', status: null }, 'Tried to upload scan.pdf: the service could not be reached'],
    [{ outcome: 'cancelled', status: null }, 'Tried to upload scan.pdf: cancelled'],
    [
      { outcome: 'unknown', status: null },
      'Tried to upload scan.pdf: the response was lost, so the outcome is unknown',
    ],
    [
      { kind: 'proof', subject: 'PX-1', outcome: 'refused', status: 404 },
      'Requested the proof of PX-1: the service has no proof',
    ],
    [
      { kind: 'proof', subject: 'PX-1', outcome: 'refused', status: 400 },
      'Requested the proof of PX-1: the service refused the request',
    ],
    [
      { kind: 'sign-in', subject: 'Nordlicht', outcome: 'refused', status: 401 },
      'Tried to sign in to Nordlicht: the service refused the sign-in',
    ],
    [{ kind: 'attach', subject: 'Balticum (1)' }, 'Attached 1 document to Balticum'],
    [{ kind: 'attach', subject: 'Balticum (2) AG (12)' }, 'Attached 12 documents to Balticum (2) AG'],
    [{ kind: 'attach', subject: 'Balticum' }, 'Attached documents to Balticum'],
    [
      { kind: 'statement-request', subject: '2026-03-01 to 2026-03-31: 4711, 4712, …' },
      'Requested statements (Mar 2026, wallets 4711, 4712, …)',
    ],
    [
      { kind: 'statement-event', subject: 'folder, unknown fields: a', request: null, status: null },
      'Received a statement event (Watched folder, unknown fields: a)',
    ],
    [
      { kind: 'statement-download', subject: '2026-03-01 to 2026-03-31: 4711 (12)', request: null },
      'Downloaded a statement (Mar 2026, wallet 4711)',
    ],
    [{ kind: 'statement-download', subject: '12', request: null }, 'Downloaded a statement (12)'],
    [{ kind: 'connection-check', subject: 'wallet' }, 'Checked the connection to the host Wallet'],
    [{ kind: 'connection-check', subject: 'elsewhere' }, 'Checked the connection to the host elsewhere'],
    [{ kind: 'export', subject: 'C:\\Exports\\a.csv', request: null }, 'Exported a.csv'],
    [{ kind: 'export', subject: '/home/m/a.csv', request: null }, 'Exported a.csv'],
    [
      { kind: 'export', subject: 'a.csv', outcome: 'failed', request: null, status: null },
      'Exported a.csv: failed',
    ],
  ] as const)('says what happened: %j', (fields, sentence) => {
    expect(describeEntry({ ...uploaded, ...fields })).toBe(sentence);
  });

  test('says how many files were not accepted, and why', () => {
    const subject = '12 files of batch 14: Type not accepted (9), Empty file (3)';
    expect(describeEntry({ ...uploaded, kind: 'reject-files', subject, outcome: 'refused' })).toBe(
      'Did not accept 12 files of batch 14: Type not accepted (9), Empty file (3)',
    );
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
    [999, '999\u00a0ms'],
    [1_000, '1.0\u00a0s'],
    [59_940, '59.9\u00a0s'],
    [59_960, '1\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
  ])('shows %i milliseconds as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
