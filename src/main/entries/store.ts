/** @file Entry of the store's worker thread, with the tables of all features in one database. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { featureDatabases } from '../app/feature-databases.ts';
import { serveStore } from '../storage/store/store-thread.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
if (parentPort !== null) serveStore(parentPort, path, featureDatabases);
