/** @file The topics of the sign-in screen. The window has them from the beginning, and loads all others later. */
import type { TopicName, topics } from './index.ts';
import { needsYouTopics } from './needs-you.ts';
import { networkTopics } from './network.ts';
import { sessionTopics } from './session.ts';
import { settingsTopics } from './settings.ts';

/** Definitions of topics by name. */
export type TopicDefinitions = { readonly [Name in TopicName]?: (typeof topics)[Name] };

export const startTopics: TopicDefinitions = {
  ...sessionTopics,
  ...settingsTopics,
  ...networkTopics,
  ...needsYouTopics,
};

/** The topics without which the sign-in screen is not complete. */
export const startTopicNames = [
  'startup',
  'session',
  'profiles',
  'settings',
  'keychain',
  'needsYou',
] as const satisfies readonly TopicName[];
