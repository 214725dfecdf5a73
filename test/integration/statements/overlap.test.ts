import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { watchReview } from '../../fakes/review-process.ts';
import { errorOf, startWork, stored } from './work.ts';

async function twoStored() {
  const work = await startWork();
  const ids = [await stored(work, 1001), await stored(work, 1002)] as const;
  return { work, ids, review: watchReview(work.platform.processes) };
}

describe('a statement that is opened while another one still opens', () => {
  test('stays open when the earlier one comes after it, and that one is closed', async () => {
    const { work, ids, review } = await twoStored();
    const slow = review.hold('open');
    const first = errorOf(work.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(slow.isHeld()).toBe(true));
    const { handle } = await work.call('review.open', { statementId: ids[1], options: {} });
    slow.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    const { rows } = await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(rows).toHaveLength(1);
    const closed = review.asked.filter(({ name }) => name === 'close').map(({ args }) => args);
    expect(closed).toHaveLength(1);
    expect(review.asked.find(({ name }) => name === 'open')?.args).toMatchObject(Object(closed[0]));
  });

  test('is the only one that stays when the earlier one comes before it', async () => {
    const { work, ids, review } = await twoStored();
    const [early, late] = [review.hold('open'), review.hold('open')];
    const first = errorOf(work.call('review.open', { statementId: ids[0], options: {} }));
    await eventually(() => expect(early.isHeld()).toBe(true));
    const second = work.call('review.open', { statementId: ids[1], options: {} });
    await eventually(() => expect(late.isHeld()).toBe(true));
    early.release();
    expect(await first).toMatchObject({ code: 'review-closed' });
    late.release();
    const { handle } = await second;
    await work.call('review.window', { handle, offset: 0, limit: 1 });
    expect(review.asked.filter(({ name }) => name === 'close')).toHaveLength(1);
  });
});
