/** @file A child process that throws or rejects, as the message from its parent says. */
import { connectToParent } from '../../../src/main/parent-process.ts';

connectToParent().onMessage((failure) => {
  const error = new Error('cannot open "Rechnung 4711.pdf" with eyJhbGciOi.canary');
  if (failure === 'throws') throw error;
  void Promise.reject(error);
});
