/** @file Entry of a worker thread that opens files of one drive. */
import { systemClock } from '../concurrency/clock.ts';
import { createIntakeServer } from '../features/documents/intake/intake-server.ts';
import { createPdfExaminer } from '../features/documents/intake/pdf-examiner.ts';
import { createPackServer } from '../features/evidence/pack-server.ts';
import { createFolderServer } from '../features/statements/inbox/folder-server.ts';
import { serveFiles } from '../files/file-worker.ts';
import { createSavingServer } from '../files/saving-server.ts';
import { connectThread } from '../workers/parent.ts';

// The examiner module is in the same folder, bundled or not.
const examiner = new URL(import.meta.url.replace(/files-worker(\.\w+)$/, 'pdf-examiner$1'));

serveFiles(connectThread(), [
  createIntakeServer(createPdfExaminer(examiner, systemClock)),
  createSavingServer(),
  createFolderServer(),
  createPackServer(systemClock),
]);
