/** @file Runs Paydesk once with the real keychain: performs the given steps and prints the state after each. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import { hostNames, hostsSchema } from '../../../src/shared/model/environment.ts';
import { profileOf, startTestApp } from '../../fakes/test-app.ts';

const [dataFolder = '', apiKey = '', ...steps] = process.argv.slice(2);
const credentials = { clientId: 'client-1', apiKey };

/** Starts the company at the same hosts in each run, because a stored key belongs to them. */
async function startCompany(): Promise<Simulator> {
  const file = join(dataFolder, 'hosts-of-the-test.json');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept === null) {
    const started = await startSimulator({ credentials });
    await writeFile(file, JSON.stringify(started.hosts));
    return started;
  }
  const hosts = hostsSchema.parse(JSON.parse(kept));
  const ports = Object.fromEntries(hostNames.map((name) => [name, Number(new URL(hosts[name]).port)]));
  return startSimulator({ credentials, ports });
}

const simulator = await startCompany();
const testApp = await startTestApp({ dataFolder, managed: { profiles: [profileOf(simulator)] } });
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
  const seen = {
    step,
    result: step === 'resume' ? null : result,
    state: session.state,
    error: session.state === 'interrupted' ? session.error : null,
    keychain: testApp.topic('keychain').state,
    keyPlace: testApp.topic('profiles').entries[0]?.keyPlace,
  };
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
await testApp.close();
await simulator.close();
