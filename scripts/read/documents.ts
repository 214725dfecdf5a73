/** @file Reads files as documents for a beneficiary, with the checks of dropped files. */
import { basename } from 'node:path';
import { systemClock } from '../../src/main/concurrency/clock.ts';
import { inspect } from '../../src/main/features/documents/intake/inspect.ts';
import { createPdfExaminer } from '../../src/main/features/documents/intake/pdf-examiner.ts';
import { reasonMessage } from '../../src/shared/document-reason-message.ts';
import { t } from '../../src/shared/messages/index.ts';
import { nameToSend } from '../../src/shared/model/documents/document.ts';
import { defaultSettings } from '../../src/shared/model/settings.ts';
import type { FileReader } from './reader.ts';

const watcher = { onProgress: () => undefined, onComputing: () => undefined };

export function createDocumentFileReader(): FileReader {
  const entry = new URL('../../src/main/entries/pdf-examiner.ts', import.meta.url);
  const pdfExaminer = createPdfExaminer(entry, systemClock);
  const largeBytes = defaultSettings.largeFileMegabytes * 1_000_000;
  return {
    async read(path) {
      const deps = { largeBytes, watcher, pdfExaminer };
      const { state, reason, warnings, kind, size, sha256 } = await inspect(
        path,
        nameToSend(basename(path)),
        deps,
      );
      return {
        kind,
        state: state === 'ready' ? 'accepted' : state,
        reason: reason === null ? null : { code: reason.code, text: reasonMessage(reason).full },
        warnings: warnings.map((code) => ({ code, text: t(`documents.warning.${code}`) })),
        size,
        sha256,
      };
    },
    close: () => pdfExaminer.close(),
  };
}
