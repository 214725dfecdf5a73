import process from 'node:process';
import { test } from 'vitest';
import { expectCompleteRecording, expectPromisesKeptAfterLosses, recordDay } from './power-loss/losses.ts';

/** Number of moments, which `npm run power-loss` sets; `PAYDESK_SEED` chooses the moments of an earlier run in a new recording. */
const moments = process.env['PAYDESK_MOMENTS_OF_POWER_LOSS'];
const randomSeed = moments === undefined ? 1 : Math.trunc(Math.random() * 2 ** 31);
const seed = Number(process.env['PAYDESK_SEED'] ?? randomSeed);
const count = Number(moments ?? 8);

test(`every promise is kept after a power loss at each of ${count} moments of a day`, {
  timeout: 60_000 + 20_000 * count,
}, async ({ skip }) => {
  const day = await recordDay(skip);
  await expectCompleteRecording(day);
  await expectPromisesKeptAfterLosses(day, { count, seed });
});
