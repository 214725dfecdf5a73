/**
 * @file Checks that an installed Paydesk starts, for `npm run check:package` and for packagers: the page has subscribed
 * to main and can load a file of the PDF viewer from the archive. Then the program quits.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { z } from 'zod';
import type { Topics } from '../../bridge/topics.ts';

/** Name of the report in the data folder. */
export const startCheckFile = 'start-check.json';

/** A file that the PDF viewer loads for JPEG 2000 images. The check fetches it because its name is fixed in all builds. */
export const checkedFile = '/pdf/wasm/openjpeg_nowasm_fallback.js';

/** The report: the topics that the page subscribed to, and the result of fetching the file in the page. */
export const startCheckSchema = z.strictObject({
  topics: z.array(z.string()).min(1),
  part: z.strictObject({ status: z.literal(200), bytes: z.number().int().min(1) }),
});

/** Creates a check that writes its report to the data folder. */
export function createStartCheck(dataFolder: string, topics: Topics) {
  const subscribedTopics: string[] = [];
  const firstSubscription = Promise.withResolvers<void>();
  return {
    /** The topics to serve to the page; subscriptions are recorded. */
    topics: {
      ...topics,
      subscribe(subscriber, name) {
        const snapshot = topics.subscribe(subscriber, name);
        subscribedTopics.push(name);
        firstSubscription.resolve();
        return snapshot;
      },
    } satisfies Topics,
    /** Waits for the page's first subscription, fetches the file in the page, and writes the report. */
    async run(page: Pick<WebContents, 'executeJavaScript'>) {
      await firstSubscription.promise;
      const script = `fetch(${JSON.stringify(checkedFile)}).then(async (answer) => ({
        status: answer.status,
        bytes: (await answer.arrayBuffer()).byteLength,
      }))`;
      const fetchResult: unknown = await page.executeJavaScript(script);
      await writeFile(
        join(dataFolder, startCheckFile),
        `${JSON.stringify({ topics: subscribedTopics, part: fetchResult })}\n`,
      );
    },
  };
}
