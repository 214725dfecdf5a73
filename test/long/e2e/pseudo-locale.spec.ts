/**
 * @file Every screen of the practice company in the pseudo-locale, where each message has accents and brackets and is 40 %
 * longer: nothing is cut off, and nothing stays untranslated. For dialogs and panels, the layout check of the other specs
 * uses texts of the pseudo-locale.
 */
import { expect, type Paydesk, test } from '../../e2e/fixture.ts';
import { untilStill } from '../../e2e/launch/until-still.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { usesVocabulary } from '../../e2e/layout/pseudo-texts.ts';
import { readTexts } from '../../e2e/layout/visible-texts.ts';
import { photograph } from '../../e2e/photograph.ts';

test.use({ paydeskOptions: { env: { PAYDESK_LOCALE: 'en-XA' } } });
test.setTimeout(600_000);

/** Elements with data that is never translated: names, IDs, addresses, contents of files. */
const dataSelector = '[data-part="file-name"], .id, .raw, pre, [data-part="pdf-page"], kbd, [translate="no"]';

/** Data outside of these elements, and the label of a hidden button of React Aria. */
const knownData: readonly RegExp[] = [
  /^(?:Paydesk|Secret Service|Practice company|Dismiss)$/,
  // Wallets of the practice company, keys, months, times, and authors of dependencies.
  /^(?:Main account|Operations United \w+|\S+ (?:office|warehouse|project|trading)|Suppliers|Reserve)$/,
  /^(?:Ctrl|Shift|Alt|Enter|Esc|[+ \dA-Z,])+$/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[ \d]*$/,
  /^[\d: -]+ UTC$/,
  / and others$|^The Inter Project Authors$/,
];

/** Checks the layout, and photographs the state. Returns the untranslated texts. */
async function checkAndPhotograph(paydesk: Paydesk, name: string): Promise<readonly string[]> {
  await untilStill(paydesk.page);
  await checkLayout(paydesk, `pseudo-${name}`, ['own']);
  await photograph(paydesk, `pseudo-${name}`, { axe: false, at150: true });
  const texts = await paydesk.page.evaluate(readTexts, dataSelector);
  // Plain words in a text with a bracket are arguments of its message.
  return texts.filter(
    (text) => !text.includes('[') && usesVocabulary(text) && !knownData.some((known) => known.test(text)),
  );
}

test('every screen fits its texts and is translated in the pseudo-locale', async ({ launch }) => {
  const paydesk = await launch();
  const { page } = paydesk;
  const untranslated: Record<string, readonly string[]> = {};
  const checkState = async (name: string) => {
    const untranslatedTexts = await checkAndPhotograph(paydesk, name);
    if (untranslatedTexts.length > 0) untranslated[name] = untranslatedTexts;
  };
  await checkState('first-start');
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  const screens = page.locator('[data-region="rail"] li > *');
  await expect(screens.first()).toBeVisible();
  for (let screen = 0; screen < (await screens.count()); screen += 1) {
    const item = screens.nth(screen);
    await item.click();
    await checkState(`rail-${screen}`);
  }
  const sections = page.getByRole('tab');
  for (let section = 0; section < (await sections.count()); section += 1) {
    await sections.nth(section).click();
    await checkState(`settings-${section}`);
  }
  // The last section is about Paydesk and its updates.
  await expect(page.getByText('[Ýöûŕ ÎŢ ðéþåŕţɱéñţ ûþðåţéš Þåýðéšķ.')).toBeVisible();
  await page.locator('[data-part="profile-menu"]').click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await checkState('profile-menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await checkState('command-palette');
  expect(untranslated).toEqual({});
});
