/** @file Stored proofs of payment for an evidence pack. */
import type { ProofEvidence } from '../../app/evidence-sources.ts';
import type { Library } from '../../storage/library/library.ts';
import { formatProofFileName } from './export/proof-file-name.ts';
import type { ProofRepository } from './proof-repository.ts';
import type { Proofs } from './proofs.ts';

export function createProofEvidence(deps: {
  readonly proofs: Pick<Proofs, 'activeWorker'>;
  readonly repository: Pick<ProofRepository, 'content'>;
  readonly library: Library;
}): ProofEvidence {
  return {
    async list() {
      const worker = deps.proofs.activeWorker();
      await worker.whenReady();
      return worker.index.entries
        .toSorted((one, two) => (one.reference < two.reference ? -1 : 1))
        .flatMap(({ reference, storedVersions }) =>
          storedVersions.map(({ version, metadata }) => {
            const { type, extension } = metadata.reading;
            return {
              reference,
              version: { id: version.id, kind: version.kind },
              name: formatProofFileName({ reference, type, extension }),
              receivedName: formatProofFileName({ reference, type: null, extension: 'json' }),
              receivedAt: version.fetchedAt,
              contentBytes: version.contentBytes,
              receivedBytes: version.receivedBytes,
              receivedSha256: version.sha256,
            };
          }),
        );
    },
    readDocument: async ({ version }) => (await deps.repository.content(version, 'document')).bytes,
    readReceived: ({ version }) => deps.library.readAll(version.id),
  };
}
