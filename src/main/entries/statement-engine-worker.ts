/** @file Entry of a worker thread of the statement engine. */
import { createEngine } from '../statement-engine/process/engine.ts';
import { serveRequests } from '../statement-engine/process/serve-requests.ts';
import { connectThread } from '../workers/parent.ts';

serveRequests(connectThread(), createEngine());
