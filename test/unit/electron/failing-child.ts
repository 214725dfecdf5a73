/** @file A child process that fails in the way that its message names: it throws or rejects. */
import { connectToParent } from '../../../src/main/parent-process.ts';

connectToParent().onMessage((how) => {
  const error = new Error('cannot open "Rechnung 4711.pdf" with eyJhbGciOi.canary');
  if (how === 'throws') throw error;
  void Promise.reject(error);
});
