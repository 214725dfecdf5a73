/** @file Stores statements in the library: every file is encrypted while it is received. */
import { createHash } from 'node:crypto';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { DownloadProblem } from '../../../shared/model/statements.ts';
import type { Library } from '../../library/library.ts';
import { detectFormatFromBytes, fileMetadataSchema, type StatementStore } from './statement-store.ts';

const kind = 'statement';

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
export function createStatementStore(library: Library): StatementStore {
  return {
    async put(metadata, pieces) {
      const { id: item, size, sha256 } = await library.seal(kind, metadata, pieces);
      return { item, size, sha256 };
    },
    async listFiles() {
      await library.start();
      // Listing must not create a library: that would open the keychain of a clerk who stores nothing.
      const entries = library.state().state === 'unused' ? [] : await library.list(kind);
      return new Map(
        entries.map(({ id: item, size, sha256, about }) => [
          item,
          { item, size, sha256, about: fileMetadataSchema.safeParse(about).data ?? null },
        ]),
      );
    },
    remove: (item) => library.remove(item),
    async detectFormat(item) {
      const content = await mapMissingItem(library.open(item));
      try {
        return detectFormatFromBytes(await content.read(0, 1024));
      } finally {
        await content.close();
      }
    },
    async readAll(item, sha256) {
      const bytes = await mapMissingItem(library.readAll(item));
      const actualSha256 = createHash('sha256').update(bytes).digest('hex');
      if (sha256 === null || sha256 === actualSha256) return bytes;
      const problem: DownloadProblem = 'altered';
      throw new PaydeskError('download-damaged', 'The file is not the one that was stored', {
        details: { problem },
      });
    },
    grant: async (item) => ({ kind: 'sealed', grant: await mapMissingItem(library.createGrant(item)) }),
  };
}
