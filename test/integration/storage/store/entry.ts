/** @file Entry of a store's worker with the table set of notes. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveStore } from '../../../../src/main/storage/store/store-thread.ts';
import { notes } from './notes.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
if (parentPort !== null) serveStore(parentPort, path, [notes]);
