/** @file The window while a statement of a million rows is opened, scrolled, grouped and charted. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type BenchPart, scaled } from '../bench.ts';
import { type Measurement, measured } from '../measurement.ts';
import { type Program, stallMeasurement, startProgram, watchStalls } from '../program.ts';
import { storeStatements } from '../request-statement.ts';
import { statementRows } from '../statement-rows.ts';
import { scrollList } from '../watch-window.ts';
import { framesDuring, framesPerSecond, idleFrames, type WindowTimes, watchWindow } from '../window.ts';

const statement = { walletId: 1001, since: '2026-01-01', till: '2026-01-31' };
const scrollDurationMs = 5_000;
/** A mouse wheel, and jumps like those of a dragged scroll bar: every page is new to the window. */
const wheel = { pixels: 100, pages: 0, milliseconds: scrollDurationMs };
const dragged = { pixels: 100, pages: 2_000, milliseconds: scrollDurationMs };
/** Keys that a keyboard repeats in a second while one is held. */
const keysPerSecond = 30;

/** Serves the rows at every path. */
async function startStorage(count: number) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    void pipeline(statementRows(count), response).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The storage has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** The event of the company about a statement in the storage at `host`. */
function eventOf(host: string, transactionCount: number) {
  const createdAt = new Date().toISOString();
  const signedAt = createdAt.replaceAll(/[-:]|\.\d+/g, '');
  return {
    eventId: randomUUID(),
    eventType: 'wallet.statement.generated',
    createdAt,
    event: {
      walletId: statement.walletId,
      companyId: 'practice-company',
      createdAt,
      dateFrom: `${statement.since}T00:00:00.000Z`,
      dateTill: `${statement.till}T23:59:59.999Z`,
      transactionCount,
      url: `http://${host}/statement.csv?X-Amz-Date=${signedAt}&X-Amz-Expires=3600`,
    },
  };
}

function taskMeasurement(what: string, { busiest }: WindowTimes): Measurement {
  return measured(`longest task of the window ${what}, by its own time`, 'ms', busiest, {
    atMost: 50,
  });
}

/** Holds a key in a cell of the first row. */
async function holdKey(page: Page, key: string): Promise<void> {
  await page.locator('[data-part="viewer-grid"]').evaluate((list) => list.scrollTo({ top: 0 }));
  const cell = page.locator('[data-row="0"] > [data-column="1"]');
  await cell.click();
  if (!(await cell.evaluate((element) => element === document.activeElement)))
    throw new Error('The cell has no focus');
  const readScrollTop = () =>
    page.locator('[data-part="viewer-grid"]').evaluate(({ scrollTop }) => scrollTop);
  const scrollTop = await readScrollTop();
  const endAt = performance.now() + scrollDurationMs;
  for (let at = performance.now(); at < endAt; at += 1_000 / keysPerSecond) {
    await delay(Math.max(0, at - performance.now()));
    await page.keyboard.down(key);
  }
  await page.keyboard.up(key);
  if ((await readScrollTop()) === scrollTop) throw new Error('The rows did not scroll');
}

async function watched(program: Program, work: (page: Page) => Promise<unknown>): Promise<WindowTimes> {
  const readTimes = await watchWindow(program);
  await work(program.paydesk.page);
  return readTimes();
}

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 1_000_000, 1_000);
  await using storage = await startStorage(count);
  await using program = await startProgram({
    folder: context.folder,
    windowless: false,
    storageHosts: [storage.host],
  });
  const { page } = program.paydesk;
  await program.signIn();
  context.say(`Storing ${count} rows`);
  await storeStatements(program, [statement], 1, () => eventOf(storage.host, count));
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  const cell = page.getByRole('button', { name: /: Stored/ }).first();
  await cell.waitFor();
  const idle = await idleFrames(page);
  const readStalls = await watchStalls(program);
  context.say('Opening');
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  const opened = await watched(program, async () => {
    await cell.click();
    await grid.getByRole('row').nth(10).waitFor();
    await page.getByText('All amounts were read').or(page.getByText('Show checks')).first().waitFor();
  });
  yield taskMeasurement(`while ${count} rows are opened`, opened);
  const scroll = async (options: typeof wheel) => {
    if ((await page.evaluate(scrollList, options)) === 0) throw new Error('The rows did not scroll');
  };
  for (const [what, work] of [
    ['scrolled by wheel', () => scroll(wheel)],
    ['scrolled by jumps', () => scroll(dragged)],
    ['scrolled by the arrow down', () => holdKey(page, 'ArrowDown')],
    ['scrolled by page down', () => holdKey(page, 'PageDown')],
  ] as const) {
    context.say(what);
    // A trace alone costs several frames a second.
    const gaps = await framesDuring(page, work);
    const times = await watched(program, work);
    const name = `frames per second while ${count} rows are ${what}, beside an idle window`;
    yield measured(name, 'frames', framesPerSecond(gaps), {
      peer: framesPerSecond(idle),
      atLeast: 58,
    });
    yield taskMeasurement(`while ${count} rows are ${what}`, times);
  }
  for (const [mode, ready] of [
    ['Groups', page.getByRole('grid', { name: 'Groups' }).getByRole('row').nth(1)],
    ['Chart', page.locator('canvas').first()],
  ] as const) {
    context.say(mode);
    const times = await watched(program, async () => {
      await page.getByRole('radiogroup', { name: 'Show' }).getByText(mode).click();
      await ready.waitFor();
    });
    yield taskMeasurement(`while ${count} rows change to ${mode}`, times);
  }
  yield stallMeasurement(`with ${count} rows`, await readStalls());
};
