/** @file Saves Playwright's recording of a window before the program ends. */
import type { TestInfo } from '@playwright/test';
import type { Paydesk } from './paydesk.ts';

/** Attaches the recording of the window to the test's results, to be opened with `npx playwright show-trace`. */
export async function saveTrace(paydesk: Paydesk, testInfo: TestInfo, name: string): Promise<void> {
  const path = testInfo.outputPath(`${name}.zip`);
  try {
    await paydesk.page.context().tracing.stop({ path });
  } catch {
    // The test has no window, or has ended the program and its recording.
    return;
  }
  testInfo.attachments.push({ name, path, contentType: 'application/zip' });
}
