/**
 * @file Paydesk in a separate process, which crashes after the commit that the crash order names (see crash-order.ts).
 * The process has one argument, which is JSON.
 */
import process from 'node:process';
import { z } from 'zod';
import type { ManagedFile } from '../../../src/shared/model/session/managed.ts';
import { managedFileSchema } from '../../../src/shared/model/session/managed.ts';
import { startTestApp } from '../../fakes/test-app.ts';
import { crashingStoreUrl } from '../crash-order.ts';
import { finishJob } from './job-steps.ts';

const argumentsSchema = z.object({
  dataFolder: z.string(),
  apiKey: z.string(),
  managed: managedFileSchema,
  job: z.object({ paths: z.array(z.string()), labels: z.array(z.string()), documents: z.number() }),
});

/** Argument of the process, before it is encoded as JSON. */
export interface VictimArguments extends Omit<z.infer<typeof argumentsSchema>, 'managed'> {
  readonly managed: Pick<ManagedFile, 'version' | 'profiles'>;
}

const { dataFolder, apiKey, managed, job } = argumentsSchema.parse(JSON.parse(process.argv[2] ?? ''));
const testApp = await startTestApp({ dataFolder, managed, storeWorkerUrl: crashingStoreUrl });
const profileId = managed.profiles[0]?.id ?? '';
await testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });
// The process starts without attach operations, so no outcome is unknown and no portal is needed.
await finishJob(testApp, job, { batchNumber: 1, portal: null });
await testApp.close();
process.exit(0);
