/** @file Runs Paydesk once with the real keychain: performs the steps of the command line and prints the state after each step. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostNames, hostsSchema } from '../../../src/shared/model/environment.ts';
import { profileOf, startTestApp } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';

const [dataFolder = '', apiKey = '', ...steps] = process.argv.slice(2);
const credentials = { clientId: 'client-1', apiKey };

/** Starts the company at the same hosts in each run, because a stored key belongs to its hosts. */
async function startCompany(): Promise<Simulator> {
  const file = join(dataFolder, 'hosts-of-the-test.json');
  const savedHosts = await readFile(file, 'utf8').catch(() => null);
  if (savedHosts === null) {
    const newSimulator = await startSimulator({ credentials });
    await writeFile(file, JSON.stringify(newSimulator.hosts));
    return newSimulator;
  }
  const hosts = hostsSchema.parse(JSON.parse(savedHosts));
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
await simulator.close();
