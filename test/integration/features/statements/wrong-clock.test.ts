/** @file A clock of the computer that is wrong. */
import { expect, test } from 'vitest';
import type { TopicValue } from '../../../../src/shared/contract/index.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { january, startStatementsFixture } from './statements-fixture.ts';

const days = 86_400_000;

test('links of the service are not expired for a clock that is days ahead, which one line says', async () => {
  const clock = createMovingClock();
  const fixture = await startStatementsFixture({ clock });
  clock.shiftWallTime(3 * days);
  const { id, event } = await fixture.requestStatement();
  await fixture.pasteEvent(event);
  expect(await fixture.until(id, 'stored', 'expired')).toMatchObject({ state: 'stored' });
  const isListed = ({ top }: TopicValue<'needsYou'>) => top.some(({ kind }) => kind === 'clock-wrong');
  const { top } = await fixture.testApp.until('needsYou', isListed);
  expect(top).toContainEqual(
    expect.objectContaining({ kind: 'clock-wrong', offsetMs: expect.closeTo(-3 * days, -5) }),
  );

  clock.resetWallTime();
  await fixture.request([1002], { periods: [january] });
  await fixture.testApp.until('needsYou', (summary) => !isListed(summary));
});
