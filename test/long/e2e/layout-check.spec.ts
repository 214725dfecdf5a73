/**
 * @file Tests the layout check on small pages: the check finds each kind of fault and reports nothing on a correct page.
 */
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { findLayoutFaults, type LayoutFaultKind, type LayoutRules } from '../../e2e/layout/find-faults.ts';
import { lengthenTexts } from '../../e2e/layout/lengthen.ts';
import { toPseudoParts } from '../../e2e/layout/pseudo-texts.ts';
import { readTexts, replaceTexts } from '../../e2e/layout/visible-texts.ts';
import { findChromium } from '../../host/chromium.ts';

const rules: LayoutRules = {
  layers: '.layer',
  modal: '.modal',
  app: '#root',
  spoken: '[data-part="spoken"]',
  wide: ':has(> table)',
  foreign: '.foreign',
  caption: '#caption',
  joined: '[data-joined]',
  shortenable: 'td',
};

let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  const executablePath = findChromium();
  browser = await chromium.launch(executablePath === null ? {} : { executablePath });
  page = await browser.newPage({ viewport: { width: 640, height: 500 } });
});

test.afterAll(() => browser.close());

/** The faults of a page with this content. */
async function findFaultsIn(content: string, siblings = '') {
  await page.setContent(
    `<style>* { box-sizing: border-box } body { margin: 0; height: 100vh; overflow: hidden; font: 14px/20px sans-serif }
      button { height: 32px } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
      .one-line { width: 120px; overflow: hidden; white-space: nowrap } .cut { text-overflow: ellipsis }
     </style><div id="root" style="height: 100%">${content}</div>${siblings}`,
  );
  return page.evaluate(findLayoutFaults, rules);
}

const findKindsIn = async (content: string, siblings = '') =>
  (await findFaultsIn(content, siblings)).map(({ kind }) => kind);

const positionedAt = (left: number, top: number) =>
  `style="position: absolute; left: ${left}px; top: ${top}px"`;

const faultyContents: readonly (readonly [string, LayoutFaultKind, string])[] = [
  [
    'two buttons that overlap',
    'overlap',
    `<button ${positionedAt(20, 20)}>Review</button><button ${positionedAt(60, 30)}>Discard</button>`,
  ],
  [
    'a button on top of a sentence',
    'overlap',
    `<p ${positionedAt(20, 20)}>18 of 29 files are not assigned</p><button ${positionedAt(60, 22)}>Review</button>`,
  ],
  [
    'a heading that overlaps another heading',
    'text-over-text',
    `<h2 ${positionedAt(20, 20)}>Paused: 12 documents</h2><h2 ${positionedAt(90, 24)}>about 3 min left</h2>`,
  ],
  ['a text that is cut off', 'clipped', '<p class="one-line">Aegean Shipping Supplies and Forwarding</p>'],
  [
    'a text in a flex box, where an ellipsis has no effect',
    'clipped',
    '<p class="one-line cut" style="display: flex">Aegean Shipping Supplies and Forwarding</p>',
  ],
  [
    'a text whose lower lines are cut off',
    'clipped',
    '<p style="width: 120px; height: 24px; overflow: hidden">Aegean Shipping Supplies</p>',
  ],
  [
    'a button that is cut off',
    'clipped',
    '<div style="width: 60px; overflow: hidden"><button style="width: 90px">Review</button></div>',
  ],
  [
    'a text of which only an ellipsis is left',
    'crushed',
    '<p class="one-line cut" style="width: 14px">Aegean Shipping Supplies</p>',
  ],
  [
    'a message whose end is hidden by an ellipsis',
    'shortened',
    '<p class="one-line cut">[Šéļéçţ åļļ ðöçûɱéñţš öñé ţŵö]</p>',
  ],
  [
    'a sentence that has become a column of single words',
    'crushed',
    '<p style="width: 90px">One attach has an unknown outcome: Kwiatkowski Logistyka, 2 documents</p>',
  ],
  ['a button to the right of the window', 'outside', `<button ${positionedAt(600, 20)}>Review</button>`],
  ['a sentence below the window', 'outside', `<p ${positionedAt(20, 495)}>3 documents are attached</p>`],
  [
    'a button that is left of everything that can be scrolled to',
    'outside',
    '<div style="position: relative; width: 200px; height: 100px; overflow: auto">' +
      '<button style="position: absolute; left: -30px">Review</button></div>',
  ],
  [
    'a form that has to be scrolled sideways',
    'sideways',
    '<div style="width: 200px; overflow: auto"><p style="width: 300px">Client ID</p></div>',
  ],
  [
    'a list with only one visible row',
    'squeezed',
    '<div style="height: 30px; overflow: auto"><p>One</p><p>Two</p><p>Three</p></div>',
  ],
  ['a button below 24 pixels', 'small-target', '<button style="width: 20px; height: 20px">x</button>'],
];

for (const [what, kind, content] of faultyContents) {
  test(`finds ${what}`, async () => {
    expect(await findKindsIn(content)).toEqual([kind]);
  });
}

test('finds a button below the buttons of the window', async () => {
  const caption =
    '<div id="caption" style="position: fixed; right: 0; top: 0; width: 138px; height: 44px"></div>';
  expect(await findKindsIn(`<button ${positionedAt(480, 6)}>Find</button>`, caption)).toEqual(['outside']);
});

test('names both elements of an overlap, and its size in pixels', async () => {
  const content = `<button ${positionedAt(20, 20)} aria-label="Review">R</button><button class="btn" ${positionedAt(20, 40)}>Discard</button>`;
  expect(await findFaultsIn(content)).toEqual([
    {
      kind: 'overlap',
      what: 'button “Review”',
      by: 'button.btn “Discard”',
      pixels: expect.stringMatching(/x12$/),
    },
  ]);
});

const correctContents: readonly (readonly [string, string])[] = [
  ['a text that ends in an ellipsis', '<p class="one-line cut">Aegean Shipping Supplies and Forwarding</p>'],
  [
    'a message that ends in an ellipsis in the cell of a table',
    '<table><tr><td><p class="one-line cut">[Šéļéçţ åļļ ðöçûɱéñţš öñé ţŵö]</p></td></tr></table>',
  ],
  [
    'a badge that the ellipsis of its line hides',
    '<p class="one-line cut">Aegean Shipping <b style="display: inline-block">Supplies and Forwarding</b></p>',
  ],
  [
    'a text for screen readers alone',
    '<p style="position: relative">3 <span class="sr">documents are attached</span></p>',
  ],
  [
    'a hidden checkbox with a visible label',
    '<label style="display: block; height: 32px"><span class="sr"><input type="checkbox"></span>Keep</label>',
  ],
  ['a link in a sentence', '<p>Read <a href="#guide">the guide</a> first.</p>'],
  [
    'a button below the scrolled area',
    `<div style="height: 100px; overflow: auto"><div style="height: 400px"></div><button>Review</button></div>`,
  ],
  [
    'a table that is wider than its container',
    '<div style="width: 200px; overflow: auto"><table style="width: 400px"><tr><td>48,250.00</td></tr></table></div>',
  ],
  [
    'rows that scroll below a sticky heading',
    '<div style="height: 100px; overflow: auto"><div style="position: sticky; top: 0">Amount</div>' +
      '<div style="height: 300px; margin-top: -20px">48,250.00</div></div>',
  ],
  [
    'a menu above the list',
    `<button ${positionedAt(20, 20)}>Review</button><div class="layer" ${positionedAt(20, 20)}>By name</div>`,
  ],
  [
    'foreign content',
    `<div class="foreign"><p ${positionedAt(0, 0)}>One</p><p ${positionedAt(0, 2)}>Two</p></div>`,
  ],
  [
    'a text for screen readers',
    `<span data-part="spoken" style="display: inline-block; width: 1px; overflow: clip; white-space: nowrap">One</span>`,
  ],
  [
    'hidden text',
    `<p ${positionedAt(0, 0)}>One</p><p style="visibility: hidden; position: absolute; top: 0">Two</p>`,
  ],
];

for (const [what, content] of correctContents) {
  test(`finds nothing in ${what}`, async () => {
    expect(await findFaultsIn(content)).toEqual([]);
  });
}

test('checks the content of a dialog, and nothing behind the dialog', async () => {
  const contentBehind = `<button ${positionedAt(600, 20)}>Review</button>`;
  const dialog = (content: string) => `<div class="modal" style="position: fixed; inset: 0">${content}</div>`;
  expect(await findKindsIn(contentBehind, dialog('<button>Keep</button>'))).toEqual([]);
  expect(await findKindsIn(contentBehind, dialog('<button style="width: 20px">x</button>'))).toEqual([
    'small-target',
  ]);
});

test('lengthens words by 40 %, keeps numbers, and restores the texts', async () => {
  await page.setContent('<p>Attach 214 documents</p><p class="foreign">Sheet</p>');
  const texts = () =>
    page.evaluate(() => [...document.querySelectorAll('p')].map((element) => element.textContent));
  const restore = await page.evaluateHandle(lengthenTexts, '.foreign');
  const [lengthened = '', foreign] = await texts();
  expect(lengthened).toMatch(/^Åttåçh\S+ 214 dö\S+$/);
  expect(lengthened.length).toBe('Attach 214 documents'.length + 6);
  expect(foreign).toBe('Sheet');
  await page.evaluate((restoreTexts) => restoreTexts(), restore);
  expect(await texts()).toEqual(['Attach 214 documents', 'Sheet']);
});

test('shows messages in the pseudo-locale with their data unchanged, and restores the texts', async () => {
  await page.setContent(
    '<p>Saved original.txt</p><p>18 of 29 files are not assigned</p><p>Nordlicht GmbH</p>',
  );
  const texts = () =>
    page.evaluate(() => [...document.querySelectorAll('p')].map((element) => element.textContent));
  const english = await page.evaluate(readTexts, '.foreign');
  const pseudo = Object.fromEntries(english.map((text) => [text, toPseudoParts(text).pseudo]));
  const restore = await page.evaluateHandle(replaceTexts, { data: '.foreign', others: pseudo });
  const [savedText, assignedText, companyName] = await texts();
  expect(savedText).toMatch(/^\[Šåṽéð original\.txt .*\]$/);
  expect(assignedText).toMatch(/^\[18 öƒ 29 ƒîļéš .*\]$/);
  expect(companyName).toBe('Nordlicht GmbH');
  await page.evaluate((restoreTexts) => restoreTexts(), restore);
  expect(await texts()).toEqual(english);
});

test('reports a text that matches no message as untranslated, but not a name', () => {
  expect(toPseudoParts('Delete every document now').untranslated).toEqual(['Delete every document now']);
  expect(toPseudoParts('Kwiatkowski Logistyka').untranslated).toEqual([]);
  expect(toPseudoParts('18 of 29 files are not assigned').untranslated).toEqual([]);
});
