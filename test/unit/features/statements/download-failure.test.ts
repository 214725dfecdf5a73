/** @file The words for statements that were not downloaded. */
import { expect, test } from 'vitest';
import { type ErrorDetails, PaydeskError, toWire } from '../../../../src/shared/errors.ts';
import { describeError } from '../../../../src/shared/messages/error-messages.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { createNeedMessages } from '../../../../src/shared/messages/need-messages.ts';
import { urgencyOf } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { downloadFailureOf } from '../../../../src/shared/model/statements/download-failure.ts';
import { downloadProblemSchema } from '../../../../src/shared/model/statements/statements.ts';
import { everyNeed } from '../../../fakes/every-need.ts';

const host = 'files.example';

/** Errors of downloads whose link has not expired. */
const errors: readonly (readonly [PaydeskError['code'], ErrorDetails])[] = [
  ['link-lost', {}],
  ['statement-link-ended', { host, status: 403 }],
  ['statement-gone', { host, status: 404 }],
  ['answer-too-large', { host }],
  ['statement-not-stored', {}],
  ['service-refused', { host, status: 418 }],
  ...downloadProblemSchema.options.map((problem) => ['download-damaged', { problem }] as const),
];

const wordsOf = (code: PaydeskError['code'], details: ErrorDetails) => {
  const error = toWire(new PaydeskError(code, '', { details }));
  const failure = downloadFailureOf(error);
  if (failure === null) throw new Error(`${code} has no words of its own`);
  const { title, detail } = describeError(error);
  const need = createNeedMessages({ ...everyNeed['link-ended'], failure });
  return { state: t(`statementInbox.failure.${failure}`), title, detail, need: need.title };
};

test('“expired” is said of an expired link alone, and every other failure has its own state and title', () => {
  const words = errors.map(([code, details]) => wordsOf(code, details));
  expect(JSON.stringify(words)).not.toMatch(/expire/i);
  for (const name of ['state', 'title', 'need'] as const)
    expect(new Set(words.map((one) => one[name])).size).toBe(errors.length);
  const expired = wordsOf('statement-link-ended', { host, problem: 'web-page' });
  expect(expired).toMatchObject({ state: 'Link expired', title: 'The statement link has expired' });
  expect(expired.detail).toMatch(/^The link expired .* web page .* again\.$/);
  expect(urgencyOf['link-ended']).not.toBe(urgencyOf['link-ending']);
});
