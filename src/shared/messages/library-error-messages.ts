/** @file Messages of errors of the encrypted library and its recovery file. */
import type { ErrorCode } from '../errors.ts';
import type { ErrorFormatter } from './error-details.ts';
import { t } from './index.ts';

type LibraryErrorCode = Extract<ErrorCode, `library-${string}` | `recovery-${string}`>;

function libraryError(code: LibraryErrorCode): ErrorFormatter {
  return () => ({
    title: t(`libraryErrors.${code}.title`),
    detail: t(`libraryErrors.${code}.detail`),
  });
}

export const libraryErrorMessages = {
  'library-key-lost': libraryError('library-key-lost'),
  'library-damaged': libraryError('library-damaged'),
  'library-newer': libraryError('library-newer'),
  'library-item-unknown': libraryError('library-item-unknown'),
  'library-item-missing': libraryError('library-item-missing'),
  'library-item-damaged': libraryError('library-item-damaged'),
  'recovery-no-library': libraryError('recovery-no-library'),
  'recovery-passphrase-wrong': libraryError('recovery-passphrase-wrong'),
  'recovery-file-damaged': libraryError('recovery-file-damaged'),
  'recovery-file-newer': libraryError('recovery-file-newer'),
  'recovery-file-other': libraryError('recovery-file-other'),
} satisfies Record<LibraryErrorCode, ErrorFormatter>;
