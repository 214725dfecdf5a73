/** @file Messages whose key is in the first scripts of the window, but whose text is loaded later. */

/** Beginnings of keys that are read after other messages were loaded, by functions beside those of the sign-in screen. */
export const laterKeys: Readonly<Record<string, readonly string[]>> = {
  // The lines of the dialog that signs out.
  'src/renderer/app/profiles/unfinished-work-messages.ts': ['leaving.'],
  // Confirmations of actions on other screens.
  'src/renderer/app/toasts/toasts.ts': ['toasts.saved', 'toasts.copied'],
  // The facts in the dialog of a profile.
  'src/renderer/features/profiles/ProfileFacts.tsx': ['profiles.editor.', 'profiles.facts.'],
};
