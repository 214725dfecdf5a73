/** @file What the sign-in screen shows after a failure. Loaded once the screen is shown. */
import type { WireError } from '../../../shared/errors.ts';
import { describeError } from '../../../shared/messages/error-messages.ts';
import { t } from '../../../shared/messages/index.ts';
import '../../app/profiles/sign-in-messages.ts';

export { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
export { ManagedProblems } from '../profiles/ManagedProblems.tsx';
export { CheckDialog } from './CheckDialog.tsx';
export { SignInFailure } from './SignInFailure.tsx';

/** Creates the message after a sign-in whose key could not be stored in the keychain. */
export function createKeyNotStoredToast(error: WireError) {
  return {
    tone: 'warning' as const,
    title: t('session.notSaved.title'),
    detail: t('session.notSaved.detail', { reason: describeError(error).title }),
  };
}
