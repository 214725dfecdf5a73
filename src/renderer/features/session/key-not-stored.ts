/** @file The message about a key that could not be stored. */
import type { WireError } from '../../../shared/errors.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';

/** Creates the toast after a sign-in whose key could not be stored in the keychain. */
export function createKeyNotStoredToast(error: WireError): {
  tone: 'warning';
  title: string;
  detail: string;
} {
  return {
    tone: 'warning',
    title: t('session.notSaved.title'),
    detail: t('session.notSaved.detail', { reason: describeError(error).title }),
  };
}
