/** @file Stored proofs of payment for an evidence pack. */
import type { Library } from '../../library/library.ts';
import { formatProofFileName } from './export/proof-file-name.ts';
import type { ProofRepository } from './proof-repository.ts';
import type { Proofs } from './proofs.ts';

/** A stored version of a proof. */
interface EvidenceProof {
  readonly reference: string;
  readonly version: { readonly id: string; readonly kind: Parameters<ProofRepository['content']>[0]['kind'] };
  /** Name of the saved document, and of the response of the service. */
  readonly name: string;
  readonly receivedName: string;
  /** ISO 8601 UTC. */
  readonly receivedAt: string;
  /** Bytes of the document and of the response. */
  readonly contentBytes: number;
  readonly receivedBytes: number;
  /** SHA-256 of the response, in hex. */
  readonly receivedSha256: string;
}

export interface ProofEvidence {
  /** Returns all stored versions of the active profile by reference, oldest version first. */
  list(): Promise<EvidenceProof[]>;
  /** Reads the document. Rejects with `proof-unreadable`, and with library errors. */
  readDocument(proof: EvidenceProof): Promise<Uint8Array>;
  /** Reads the response of the service, byte for byte. Rejects with library errors. */
  readReceived(proof: EvidenceProof): Promise<Uint8Array>;
}

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
