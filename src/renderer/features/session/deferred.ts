/** @file What the sign-in screen shows after a failure. Loaded once the screen is shown. */
import '../../app/profiles/sign-in-messages.ts';

export { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
export { ManagedProblems } from '../profiles/ManagedProblems.tsx';
export { CheckDialog } from './CheckDialog.tsx';
export { createKeyNotStoredToast } from './key-not-stored.ts';
export { SignInFailure } from './SignInFailure.tsx';
