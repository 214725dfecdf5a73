/**
 * @file Shows that an installed Paydesk works, for `npm run check:package` and for whoever packages it: the page has
 * subscribed to main, and gets a part of the PDF viewer out of the archive. Then the program quits by itself.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { z } from 'zod';
import type { Topics } from '../bridge/topics.ts';

/** Name of the report in the data folder. */
export const startCheckFile = 'start-check.json';

/** What the viewer loads for a JPEG 2000 scan; the name is the same in every build. */
export const checkedPart = '/pdf/wasm/openjpeg_nowasm_fallback.js';

/** The report: topics that the page follows, and what a request of the page for the part gave. */
export const startCheckSchema = z.strictObject({
  topics: z.array(z.string()).min(1),
  part: z.strictObject({ status: z.literal(200), bytes: z.number().int().min(1) }),
});

/** A check that was asked for. */
export interface StartCheck {
  /** The topics to give to the page. */
  readonly topics: Topics;
  /** Waits for the page's first subscription, asks for the part in the page, and writes the report. */
  run(page: Pick<WebContents, 'executeJavaScript'>): Promise<void>;
}

/** Creates a check whose report lies in the data folder. */
export function createStartCheck(dataFolder: string, topics: Topics): StartCheck {
  const followed: string[] = [];
  const first = Promise.withResolvers<void>();
  return {
    topics: {
      ...topics,
      subscribe(subscriber, name) {
        const snapshot = topics.subscribe(subscriber, name);
        followed.push(name);
        first.resolve();
        return snapshot;
      },
    },
    async run(page) {
      await first.promise;
      const source = `fetch(${JSON.stringify(checkedPart)}).then(async (answer) => ({
        status: answer.status,
        bytes: (await answer.arrayBuffer()).byteLength,
      }))`;
      const part: unknown = await page.executeJavaScript(source);
      await writeFile(join(dataFolder, startCheckFile), `${JSON.stringify({ topics: followed, part })}\n`);
    },
  };
}
