/** @file Entry of a store's worker with the table set of notes, in the version of its URL's query. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveStore } from '../../../src/main/store/serve.ts';
import { versions } from './notes.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
const version = new URL(import.meta.url).searchParams.get('version') ?? 'first';
if (parentPort !== null) serveStore(parentPort, path, versions[version] ?? []);
