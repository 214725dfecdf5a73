/**
 * @file Every place of the window in the pseudo-locale, where each message has accents and brackets and is 40 % longer:
 * nothing is cut off, and what is not translated is listed in `test-results/pseudo-locale.json`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Paydesk, test } from './fixture.ts';
import { untilStill } from './launch/still.ts';
import { checkLayout } from './layout/check-layout.ts';
import { findUntranslated } from './layout/untranslated.ts';
import { photograph } from './photograph.ts';

test.use({ paydeskOptions: { env: { PAYDESK_LOCALE: 'en-XA' } } });
test.setTimeout(600_000);

/** Comes from outside: names, IDs, addresses, what others wrote. */
const data = '.name, .id, .raw, pre, .pdf-page, kbd, [translate="no"]';

async function look(paydesk: Paydesk, name: string): Promise<readonly string[]> {
  await untilStill(paydesk.page);
  await checkLayout(paydesk, `pseudo-${name}`, ['own']);
  await photograph(paydesk, `pseudo-${name}`, { axe: false });
  return paydesk.page.evaluate(findUntranslated, data);
}

test('each place of the window fits its texts in the pseudo-locale', async ({ paydesk }) => {
  const { page } = paydesk;
  await paydesk.call('samples.endTour', {});
  const untranslated: Record<string, readonly string[]> = {
    'first-start': await look(paydesk, 'first-start'),
  };
  expect(await paydesk.call('session.explore', {})).toMatchObject({ ok: true });
  const places = page.locator('.rail-item');
  await expect(places.first()).toBeVisible();
  for (let place = 0; place < (await places.count()); place += 1) {
    const item = places.nth(place);
    const name = (await item.getAttribute('data-tour')) ?? `rail-${place}`;
    await item.click();
    untranslated[name] = await look(paydesk, name);
  }
  const sections = page.getByRole('tab');
  for (let section = 0; section < (await sections.count()); section += 1) {
    await sections.nth(section).click();
    untranslated[`settings-${section}`] = await look(paydesk, `settings-${section}`);
  }
  // The last section is about Paydesk and its updates.
  await expect(page.getByText('[Ýöûŕ ÎŢ ðéþåŕţɱéñţ ûþðåţéš Þåýðéšķ.')).toBeVisible();
  await mkdir('test-results', { recursive: true });
  await writeFile(join('test-results', 'pseudo-locale.json'), JSON.stringify(untranslated, null, 2));
});
