/**
 * @file 5,000 documents over 90 minutes in which the machine sleeps twice. Paydesk and the practice company share a
 * simulated clock, so that the run takes only as long as the work itself.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemRandom } from '../../../src/main/clock.ts';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp } from '../../fakes/test-app.ts';
import { createMovingClock } from '../../integration/documents/moving-clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { type BenchPart, scaled } from '../bench.ts';
import { measured } from '../measurement.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const minuteMs = 60_000;
const durationMinutes = 90;
/** Clock step; shorter than any timeout of Paydesk. */
const stepsInMinute = 6;
const stepCount = durationMinutes * stepsInMinute;
/**
 * Start and length of each sleep in minutes. The first sleep is longer than Paydesk uses a link, the second is longer
 * than a link is valid.
 */
const sleeps = new Map([
  [25, 12],
  [60, 20],
]);
const timeoutMs = 20 * minuteMs;

export const part: BenchPart = async function* (context) {
  const count = scaled(context, 5_000, 200);
  context.say(`Writing ${count} files`);
  const sampleDocuments = await writeSampleDocuments(join(context.folder, 'drop'), count, 2_000);
  const dataFolder = join(context.folder, 'data');
  await mkdir(dataFolder);
  const clock = createMovingClock();
  const company = await startSimulator({ time: clock.now });
  const platform = { ...createFakePlatform(clock), random: systemRandom };
  const testApp = await startTestApp({ dataFolder, managed: { profiles: [profileOf(company)] }, platform });
  const { call } = testApp;
  const untilStored = async (minCount: number) => {
    const deadline = performance.now() + timeoutMs;
    while (company.state.objects.size < minCount) {
      if (performance.now() > deadline)
        throw new Error(`${company.state.objects.size} of ${minCount} are stored`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const stateOf = async (batchId: number) =>
    (await call('documents.earlier', { offset: 0, limit: 20 })).rows.find(({ id }) => id === batchId)?.state;
  try {
    const { apiKey } = company.credentials;
    await call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    const recipients = new Map<string, number>();
    for (const recipientId of sampleDocuments.recipientIds) {
      const { id } = await call('beneficiaries.add', { label: `Company ${recipientId}`, recipientId });
      recipients.set(recipientId, id);
    }
    const batchId = await testApp.drop([sampleDocuments.root]);
    await pollUntil(
      () => stateOf(batchId),
      (state) => state === 'draft',
      timeoutMs,
    );
    const folders = (await call('documents.folders', { action: 'list', batchId })).flatMap(
      ({ folder, match }) => (match === null ? [] : [{ folder, beneficiaryId: match.id }]),
    );
    await call('documents.folders', { action: 'assign', batchId, folders });
    const { toAttach, beneficiaries } = await call('documents.review', { action: 'numbers', batchId });
    const startedAt = clock.now();
    await call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
    context.say(`Sending ${toAttach} over ${durationMinutes} minutes`);
    for (let step = 1; step <= stepCount; step += 1) {
      // Each step waits for its share of the work, and the clock advances while documents are being sent.
      await untilStored(Math.floor((count * step) / (stepCount + 1)));
      const sleepMinutes = sleeps.get(step / stepsInMinute);
      if (sleepMinutes === undefined) clock.skip(minuteMs / stepsInMinute);
      else {
        platform.suspend();
        clock.skip(sleepMinutes * minuteMs);
        platform.resume();
      }
    }
    const state = await pollUntil(
      () => stateOf(batchId),
      (current) => current !== 'running',
      timeoutMs,
    );
    const uploads = company.calls().filter(({ route }) => route === 'upload');
    const maxLinkAgeMs = uploads.reduce((maxAgeMs, { linkAgeMs }) => Math.max(maxAgeMs, linkAgeMs ?? 0), 0);
    const attached = [...company.state.recipients.values()].flatMap(({ documents }) => documents).length;
    const zeroBound = { of: 'value', atMost: 0 } as const;
    yield measured('time that passed', 'min', (clock.now() - startedAt) / minuteMs, {
      bound: { of: 'value', atLeast: durationMinutes },
    });
    yield measured('oldest link that a PUT used', 'min', maxLinkAgeMs / minuteMs, {
      bound: { of: 'value', atMost: 10 },
    });
    yield measured(
      'PUTs refused because their link had ended',
      'PUTs',
      uploads.filter(({ status }) => status === 403).length,
      { bound: zeroBound },
    );
    yield measured('documents not attached', 'documents', count - attached, { bound: zeroBound });
    yield measured(
      'links asked for beyond one for each document',
      'links',
      company.state.linksIssued - count,
    );
    if (state !== 'done') throw new Error(`The batch is ${state}`);
    const violations = company.violations();
    if (violations.length > 0)
      throw new Error(`Rules were broken: ${JSON.stringify(violations.slice(0, 3))}`);
  } finally {
    await testApp.close();
    await company.close();
  }
};
