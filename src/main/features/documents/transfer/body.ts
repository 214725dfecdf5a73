/** @file A document's bytes as the body of a request. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import type { OutgoingBody } from '../../../service/http/http-messages.ts';
import type { Intake } from '../intake/intake-client.ts';
import type { CheckedFile } from '../intake/messages.ts';
import { waitsForFile } from '../intake/reasons.ts';

/** Bytes per chunk: small enough to show progress on a slow line, large enough to be cheap. */
const chunkLength = 64 * 1024;

/** A body from memory. */
export function bodyOfBytes(bytes: Uint8Array): OutgoingBody {
  return {
    size: bytes.length,
    async *chunks() {
      for (let offset = 0; offset < bytes.length; offset += chunkLength) {
        yield bytes.subarray(offset, offset + chunkLength);
      }
    },
  };
}

/**
 * A body from the file, opened for every attempt and hashed while it is sent. Throws `file-changed` in the middle of
 * the request when the content has changed since the check, so that the request never completes, and `file-missing`,
 * `file-locked` or `file-unreadable` when the file cannot be read.
 */
export function bodyOfFile(intake: Pick<Intake, 'chunks'>, checked: CheckedFile): OutgoingBody {
  return {
    size: checked.size,
    async *chunks() {
      for await (const chunk of intake.chunks(checked)) {
        if (chunk.kind === 'not-sendable') throw notSendableError(chunk.reason);
        yield chunk.bytes;
      }
    },
  };
}

function notSendableError(reason: DocumentReason): PaydeskError {
  const { code, facts } = reason;
  if (code === 'file-changed') return new PaydeskError(code, 'The file changed while it was sent');
  if (waitsForFile(reason)) {
    const missingCode = code === 'file-locked' ? 'file-locked' : 'file-missing';
    return new PaydeskError(missingCode, 'The file is not available', { details: { reason: code } });
  }
  return new PaydeskError('file-unreadable', 'The file cannot be read', {
    details: { cause: facts['system'] ?? code },
  });
}
