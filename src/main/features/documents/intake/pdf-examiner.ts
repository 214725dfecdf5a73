/** @file Examines doubtful PDFs on a guarded thread with a deadline and a memory limit. */
import { z } from 'zod';
import { type DocumentWarning, documentWarningSchema } from '../../../../shared/model/documents/document.ts';
import type { Clock } from '../../../platform/platform.ts';
import { createGuardedThread } from '../../../workers/guarded-worker.ts';
import { WorkerEndedError } from '../../../workers/protocol.ts';

/** Larger PDFs are not examined and get no warning. */
export const maxExaminedBytes = 64 * 1024 * 1024;
const maxMegabytes = 512;
/** Well below the time after which a drive's process counts as overrun. */
const deadlineMs = 10_000;

const warningsSchema = z.array(documentWarningSchema);

/** Examines doubtful PDFs. */
export type PdfExaminer = ReturnType<typeof createPdfExaminer>;

/** Creates the examiner; `entry` is the thread's module, which starts with the first PDF. */
export function createPdfExaminer(entry: URL, clock: Clock) {
  const thread = createGuardedThread({ entry, name: 'pdf-examiner', clock, maxMegabytes });
  return {
    /** Returns the defects of a PDF. A PDF that ends the thread counts as unopenable. */
    async examine(bytes: Uint8Array): Promise<DocumentWarning[]> {
      try {
        return warningsSchema.parse(await thread.run(bytes, deadlineMs));
      } catch (thrown) {
        if (thrown instanceof WorkerEndedError) return ['pdf-unopenable'];
        throw thrown;
      }
    },
    close: () => thread.close(),
  };
}
