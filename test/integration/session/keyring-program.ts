/** @file Runs Paydesk once with the real keychain: performs the steps of the command line and prints the state after each step. */
import { startTestApp } from '../../fakes/test-app.ts';

/** `managed` is the file of the administrator with the profile of a practice company that runs elsewhere. */
const [dataFolder = '', apiKey = '', managed = '', ...steps] = process.argv.slice(2);
const testApp = await startTestApp({ dataFolder, managed: JSON.parse(managed) });
await testApp.until('keychain', ({ name }) => name !== '');
const finalStates = ['signed-in', 'signed-out', 'interrupted'];

async function perform(step: string): Promise<unknown> {
  const profileId = 'test-profile';
  if (step === 'sign-in') return testApp.call('session.signIn', { profileId, apiKey, keep: 'keychain' });
  if (step === 'forget') return testApp.call('session.signOut', { forgetKey: true });
  if (step === 'resume')
    return testApp.until('session', ({ state }) => state !== 'signed-out' && finalStates.includes(state));
  return null;
}

for (const step of steps) {
  const result = await perform(step);
  const session = testApp.topic('session');
  const stateAfterStep = {
    step,
    result: step === 'resume' ? null : result,
    state: session.state,
    error: session.state === 'interrupted' ? session.error : null,
    keychain: testApp.topic('keychain').state,
    keyPlace: testApp.topic('profiles').entries[0]?.keyPlace,
  };
  process.stdout.write(`${JSON.stringify(stateAfterStep)}\n`);
}
await testApp.close();
