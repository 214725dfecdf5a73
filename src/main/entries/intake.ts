/** @file Entry of an intake worker thread. */
import { parentPort } from 'node:worker_threads';
import { serveIntake } from '../features/documents/intake/serve.ts';

if (parentPort !== null) serveIntake(parentPort);
