/** @file Stores statements in the library: every file is encrypted while it is received. */
import { createHash } from 'node:crypto';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { DownloadProblem, StatementFormat } from '../../../shared/model/statements/statements.ts';
import type { Source } from '../../statement-engine/process/methods/fields.ts';
import type { Library } from '../../storage/library/library.ts';
import type { SaveItem } from '../../storage/library/library-files.ts';
import { listSealed } from '../../storage/library/sealed-collection.ts';
import { type FileMetadata, fileMetadataSchema } from './database/transfer.ts';

const kind = 'statement';

export type StatementFiles = ReturnType<typeof createStatementFiles>;

/** Detects the format by the first bytes: viewers look for the signature of a PDF in the first 1,024 bytes. */
export function detectFormatFromBytes(bytes: Uint8Array): StatementFormat {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-') ? 'pdf' : 'csv';
}

/** Maps a missing library item to `statement-not-stored`; other errors pass unchanged. */
async function mapMissingItem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    const { code } = toPaydeskError(thrown);
    if (code !== 'library-item-unknown' && code !== 'library-item-missing') throw thrown;
    throw new PaydeskError('statement-not-stored', 'The file is not in the library');
  }
}

/** Creates the store over the library. */
export function createStatementFiles(library: Library) {
  return {
    /**
     * Stores bytes as they arrive, and resolves when they are durable. `save` records the file in the database. Stores
     * nothing and rejects when reading, writing or recording fails.
     */
    async put(metadata: FileMetadata, pieces: AsyncIterable<Uint8Array>, save: SaveItem) {
      await library.seal(kind, metadata, pieces, save);
    },
    /** Returns all files with their metadata, by identifier. Empty when nothing was ever stored. */
    async listFiles() {
      // A file whose metadata are of a later version is stored all the same.
      const files = await listSealed(library, kind, fileMetadataSchema.nullable().catch(null));
      return new Map(files.map(({ id: item, size, sha256, about }) => [item, { item, size, sha256, about }]));
    },
    /** Deletes a file. */
    remove: (item: string) => library.remove(item),
    /** Detects the format of a file by its first bytes. Rejects with `statement-not-stored`. */
    async detectFormat(item: string) {
      const content = await mapMissingItem(library.open(item));
      try {
        return detectFormatFromBytes(await content.read(0, 1024));
      } finally {
        await content.close();
      }
    },
    /** Reads a whole file. With `sha256`, rejects with `download-damaged` when the bytes differ. */
    async readAll(item: string, sha256: string | null) {
      const bytes = await mapMissingItem(library.readAll(item));
      const actualSha256 = createHash('sha256').update(bytes).digest('hex');
      if (sha256 === null || sha256 === actualSha256) return bytes;
      const problem: DownloadProblem = 'altered';
      throw new PaydeskError('download-damaged', 'The file is not the one that was stored', {
        details: { problem },
      });
    },
    /** Returns the grant with which the statement engine reads the file. Secret. Rejects with `statement-not-stored`. */
    grantSource: async (item: string): Promise<Source> => ({
      kind: 'sealed',
      grant: await mapMissingItem(library.createGrant(item)),
    }),
  };
}
