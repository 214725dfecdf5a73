/** @file Paydesk with the practice company, an in-memory keychain and a real statement engine. */
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';

/** ID of the practice company's profile. */
export const practiceId = 'practice-company';

/** A computer whose data folder and keychain outlive restarts of Paydesk. */
export interface Computer {
  readonly folder: string;
  /** Starts Paydesk after closing the previous run. */
  start(): Promise<TestApp>;
  close(): Promise<void>;
}

/** Creates a computer on which Paydesk was never started. */
async function createComputer(): Promise<Computer> {
  const folder = await temporaryFolder();
  const keychain = createFakeKeychain();
  let runningApp: TestApp | null = null;
  return {
    folder: folder.path,
    async start() {
      await runningApp?.close();
      const platform = createFakePlatform();
      const { start } = platform.processes;
      const processes = {
        start: (entry: URL, name: string) =>
          name === 'Paydesk statement engine' ? start(entry, name) : keychain.start(entry, name),
      };
      runningApp = await startTestApp({
        dataFolder: folder.path,
        managed: {},
        platform: { ...platform, processes },
      });
      return runningApp;
    },
    async close() {
      await runningApp?.close();
      await folder.remove();
    },
  };
}

/** Starts Paydesk on a new computer and opens the practice company. */
export async function startPracticeCompany(): Promise<{ computer: Computer; testApp: TestApp }> {
  const computer = await createComputer();
  const testApp = await computer.start();
  await testApp.call('session.activate', { action: 'practiceCompany' });
  return { computer, testApp };
}
