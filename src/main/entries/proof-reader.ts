/** @file Entry of the thread that reads proofs. */
import { serveReader } from '../features/proofs/extraction/serve-reader.ts';
import { connectThread } from '../workers/parent.ts';

serveReader(connectThread());
