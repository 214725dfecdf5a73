/** @file A Paydesk in a process of its own that asks for a statement and takes its event, until it is killed. */
import process from 'node:process';
import { z } from 'zod';
import { managedFileSchema } from '../../src/shared/model/managed.ts';
import { entries, startDesk } from '../fakes/desk.ts';
import { dyingStore } from './order.ts';

const workSchema = z.object({
  dataFolder: z.string(),
  apiKey: z.string(),
  managed: managedFileSchema,
  /** Whether its store obeys the order to end. */
  dies: z.boolean(),
});

const { dataFolder, apiKey, managed, dies } = workSchema.parse(JSON.parse(process.argv[2] ?? ''));
const desk = await startDesk({
  dataFolder,
  managed,
  keychainEntry: new URL('../fakes/file-keychain.ts', import.meta.url),
  storeEntry: dies ? dyingStore : entries.store,
});
const profileId = managed.profiles[0]?.id ?? '';
await desk.call('session.signIn', { profileId, apiKey, keep: 'session' });
const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
await desk.call('statements.ask', { profileId, walletIds: [1001], periods, format: 'csv', email: '' });
process.on('message', (text) => void desk.call('statements.pasteEvent', { text: z.string().parse(text) }));
process.send?.('asked');
await desk.until('statements', ({ counts }) => counts.stored === 2);
await desk.close();
process.exit(0);
