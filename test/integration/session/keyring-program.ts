/** @file One run of Paydesk with the real keychain: starts on a folder, does what it is told, prints what it saw. */
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import { profileOf, startDesk } from '../../fakes/desk.ts';

const [dataFolder = '', apiKey = '', ...steps] = process.argv.slice(2);
const simulator = await startSimulator({ credentials: { clientId: 'client-1', apiKey } });
const desk = await startDesk({ dataFolder, managed: { profiles: [profileOf(simulator)] } });
await desk.until('keychain', ({ name }) => name !== '');
const resting = ['signed-in', 'signed-out', 'interrupted'];

async function perform(step: string): Promise<unknown> {
  const profileId = 'test-profile';
  if (step === 'sign-in') return desk.call('session.signIn', { profileId, apiKey, keep: 'keychain' });
  if (step === 'forget') return desk.call('session.signOut', { forgetKey: true });
  if (step === 'resume')
    return desk.until('session', ({ state }) => state !== 'signed-out' && resting.includes(state));
  return null;
}

for (const step of steps) {
  const result = await perform(step);
  const session = desk.topic('session');
  const seen = {
    step,
    result: step === 'resume' ? null : result,
    state: session.state,
    error: session.state === 'interrupted' ? session.error : null,
    keychain: desk.topic('keychain').state,
    keyPlace: desk.topic('profiles').entries[0]?.keyPlace,
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
await desk.close();
await simulator.close();
