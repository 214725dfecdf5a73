/** @file Entry of the store's worker thread, with the tables of all features in one database. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveStore } from '../store/serve.ts';
import { tableSets } from '../table-sets.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);
if (parentPort !== null) serveStore(parentPort, path, tableSets);
