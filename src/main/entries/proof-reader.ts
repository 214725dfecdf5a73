/** @file Entry of the thread that reads proofs. */
import { parentPort } from 'node:worker_threads';
import { serveReader } from '../features/proofs/reading/serve-reader.ts';

if (parentPort !== null) serveReader(parentPort);
