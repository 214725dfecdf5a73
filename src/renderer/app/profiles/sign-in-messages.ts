/** @file Adds the messages of what the sign-in screen does not show at first: dialogs and errors. */
import { messages } from '../../../shared/messages/compiled/en-sign-in.ts';
import { addMessages } from '../../../shared/messages/index.ts';

// The bundle of the window starts with the messages of `compiled/en-start.ts` only.
addMessages(messages);
