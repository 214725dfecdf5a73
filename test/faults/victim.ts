/** @file A Paydesk in a process of its own, which is killed at the commit that was ordered. Its work comes as JSON. */
import process from 'node:process';
import { z } from 'zod';
import type { ManagedFile } from '../../src/shared/model/managed.ts';
import { managedFileSchema } from '../../src/shared/model/managed.ts';
import { startTestApp } from '../fakes/test-app.ts';
import { dyingStore } from './order.ts';
import { bringToEnd } from './steps.ts';

const workSchema = z.object({
  dataFolder: z.string(),
  apiKey: z.string(),
  managed: managedFileSchema,
  job: z.object({ paths: z.array(z.string()), labels: z.array(z.string()), documents: z.number() }),
});

/** What the process is told. */
export interface VictimWork extends Omit<z.infer<typeof workSchema>, 'managed'> {
  readonly managed: Pick<ManagedFile, 'version' | 'profiles'>;
}

const { dataFolder, apiKey, managed, job } = workSchema.parse(JSON.parse(process.argv[2] ?? ''));
const testApp = await startTestApp({ dataFolder, managed, storeEntry: dyingStore });
const profileId = managed.profiles[0]?.id ?? '';
await testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });
await bringToEnd(testApp, job, { number: 1, portal: null });
await testApp.close();
process.exit(0);
