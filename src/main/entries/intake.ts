/** @file Entry of a thread that opens files of one drive. */
import { parentPort } from 'node:worker_threads';
import { createIntakeServer } from '../features/documents/intake/serve.ts';
import { createFolderServer } from '../features/statements/inbox/folder-server.ts';
import { createSavingServer } from '../files/saving-server.ts';
import { serveFiles } from '../files/serve.ts';

if (parentPort !== null)
  serveFiles(parentPort, [createIntakeServer(), createSavingServer(), createFolderServer()]);
