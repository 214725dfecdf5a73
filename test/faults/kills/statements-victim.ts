/** @file Paydesk in a separate process that requests a statement and receives its event, until the process is killed. */
import process from 'node:process';
import { z } from 'zod';
import { managedFileSchema } from '../../../src/shared/model/session/managed.ts';
import { entries } from '../../fakes/entries.ts';
import { startTestApp } from '../../fakes/test-app.ts';
import { crashingStoreUrl } from '../crash-order.ts';

const argumentsSchema = z.object({
  dataFolder: z.string(),
  apiKey: z.string(),
  managed: managedFileSchema,
  /** Whether the store is the crashing store, which executes the crash order. */
  crashes: z.boolean(),
});

const { dataFolder, apiKey, managed, crashes } = argumentsSchema.parse(JSON.parse(process.argv[2] ?? ''));
const testApp = await startTestApp({
  dataFolder,
  managed,
  keychainEntry: new URL('../../fakes/platform/file-keychain.ts', import.meta.url),
  storeWorkerUrl: crashes ? crashingStoreUrl : entries.store,
});
const profileId = managed.profiles[0]?.id ?? '';
await testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });
const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
await testApp.call('statements.request', { profileId, walletIds: [1001], periods, format: 'csv', email: '' });
process.on(
  'message',
  (text) => void testApp.call('statements.addEvents', { action: 'paste', text: z.string().parse(text) }),
);
process.send?.('requested');
await testApp.until('statements', ({ counts }) => counts.stored === 2);
await testApp.close();
process.exit(0);
