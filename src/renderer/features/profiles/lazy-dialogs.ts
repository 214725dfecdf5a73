/** @file The dialogs about profiles. In a chunk of their own, loaded while the sign-in screen is shown. */
import '../../app/profiles/sign-in-messages.ts';

export { ProfileEditor } from './ProfileEditor.tsx';
export { ProfileView } from './ProfileView.tsx';
export { RemoveProfile } from './RemoveProfile.tsx';
