/** @file A child process that throws or rejects, as the message from its parent says. */
import { connectProcess } from '../../../../src/main/workers/parent.ts';

connectProcess().onMessage((failure) => {
  const error = new Error('cannot open "Rechnung 4711.pdf" with eyJhbGciOi.canary');
  if (failure === 'throws') throw error;
  void Promise.reject(error);
});
