/** @file Entry of a thread that opens files of one drive. */
import { parentPort } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createPdfExaminer } from '../features/documents/intake/pdf-examiner.ts';
import { createIntakeServer } from '../features/documents/intake/serve.ts';
import { createFolderServer } from '../features/statements/inbox/folder-server.ts';
import { createSavingServer } from '../files/saving-server.ts';
import { serveFiles } from '../files/serve.ts';

// The examiner's module lies beside this one, bundled or not.
const examiner = new URL(import.meta.url.replace(/intake(\.\w+)$/, 'pdf-examiner$1'));

if (parentPort !== null)
  serveFiles(parentPort, [
    createIntakeServer(createPdfExaminer(examiner, systemClock)),
    createSavingServer(),
    createFolderServer(),
  ]);
