import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jpeg, pdf, png, svg, writeFiles } from '../../fakes/files.ts';
import { startSignedIn } from '../../fakes/test-app.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('dropped files arrive byte for byte, attached to the beneficiary of their folder', async () => {
  const testApp = await startSignedIn();
  const folder = join(testApp.dataFolder, 'drop');
  const files = {
    'Ahlström Konepaja/scan 1.pdf': pdf('one'),
    'Ahlström Konepaja/scan 2.png': png('two'),
    'rcp_2/photo.JPG': jpeg('three'),
    'rcp_2/plan.svg': svg('four'),
    'rcp_2/large.pdf': pdf('five', 9_000_000),
  };
  await writeFiles(folder, files);
  await testApp.call('beneficiaries.add', { label: 'Ahlström Konepaja', recipientId: 'rcp_1' });
  await testApp.call('beneficiaries.add', { label: 'Balticum', recipientId: 'rcp_2' });

  const batchId = await testApp.drop([folder]);
  await testApp.until('batches', ([batch]) => batch?.state === 'draft' && batch.documents === 5);
  const folders = await testApp.call('documents.folders', { action: 'list', batchId });
  await testApp.call('documents.folders', {
    action: 'assign',
    batchId,
    folders: folders.map((entry) => ({ folder: entry.folder, beneficiaryId: entry.match?.id ?? 0 })),
  });
  const review = await testApp.call('documents.review', { action: 'numbers', batchId });
  expect(review).toMatchObject({ toAttach: 5, beneficiaries: 2, unassigned: 0, rejected: 0 });
  await testApp.call('documents.batch', { action: 'start', batchId, documents: 5, beneficiaries: 2 });
  const [finishedBatch] = await testApp.until(
    'batches',
    ([batch]) => batch?.state.startsWith('done') === true,
  );

  expect(finishedBatch).toMatchObject({ state: 'done', counts: { attached: 5 }, beneficiariesComplete: 2 });
  const { recipients, objects } = testApp.simulator.state;
  const receivedFiles = [...recipients.values()].flatMap(({ documents }) =>
    documents.map(({ key, name }) => `${objects.get(key)?.sha256} ${name}`),
  );
  const expectedFiles = Object.entries(files).map(
    ([path, bytes]) => `${sha256(bytes)} ${path.split('/')[1]}`,
  );
  expect(receivedFiles.sort()).toEqual(expectedFiles.sort());
  expect(testApp.simulator.violations()).toEqual([]);
  await testApp.end();
});
