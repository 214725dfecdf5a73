/** @file The entries of the activity log. */
import type { ActivityFilter } from '../../../../src/shared/contract/activity.ts';
import type { TestApp } from '../../../fakes/test-app.ts';

/** The filter that matches every entry. */
export const allEntries: ActivityFilter = {
  kind: null,
  outcome: null,
  text: '',
  since: null,
  before: null,
};
export const listActivity = (
  testApp: Pick<TestApp, 'call'>,
  filter: Partial<ActivityFilter> = {},
  offset = 0,
  limit = 200,
) => testApp.call('activity.list', { filter: { ...allEntries, ...filter }, offset, limit });

/** Waits until `count` entries are recorded. */
export const untilEntries = (testApp: TestApp, count: number) =>
  testApp.until('activity', (value) => value.entries >= count);
