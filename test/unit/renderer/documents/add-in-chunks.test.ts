import { expect, test } from 'vitest';
import { createReferences } from '../../../../src/main/bridge/references.ts';
import { systemRandom } from '../../../../src/main/clock.ts';
import { createBridgeClient } from '../../../../src/renderer/bridge.ts';
import { addInChunks } from '../../../../src/renderer/features/documents/add-in-chunks.ts';
import { documentsCommands } from '../../../../src/shared/contract/documents.ts';

test('addInChunks adds 100,000 files completely and in order, in calls that the contract allows', async () => {
  const fileCount = 100_000;
  const references = createReferences(systemRandom);
  const { referenceFiles } = createBridgeClient(() => ({
    call: () => Promise.reject(new Error('Nothing is called here')),
    subscribe: () => Promise.reject(new Error('Nothing is followed here')),
    reference: async ({ name }) => references.issue([name === 'mail' ? '' : `/scans/${name}`])[0] ?? '',
  }));
  // The preload gives no path for a file that was dragged out of a mail.
  const names = Array.from({ length: fileCount }, (_, index) => (index === 70_000 ? 'mail' : `${index}.pdf`));
  const paths: string[] = [];
  const namesNotOnDisk = await addInChunks(
    names.map((name) => ({ name, size: 1, lastModified: 0 })),
    {
      referenceFiles,
      async add(chunk) {
        const args = documentsCommands['documents.add'].args.parse({ references: chunk });
        for (const path of references.redeem(args.references)) paths.push(path);
      },
    },
  );
  expect(namesNotOnDisk).toEqual(['mail']);
  expect(paths).toEqual(names.filter((name) => name !== 'mail').map((name) => `/scans/${name}`));
});
