/** @file What an update fetches: two real builds, packed as a release, and the updater's own differential download. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { buildBlockMap } from 'app-builder-lib/out/targets/blockmap/blockmap.js';
import { CancellationToken, HttpExecutor } from 'builder-util-runtime';
import { GenericDifferentialDownloader } from 'electron-updater/out/differentialDownloader/GenericDifferentialDownloader.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startRangeServer } from './range-server.ts';
import { findSevenZip, packTwoVersions, type TwoVersions, updatedPlatforms } from './two-versions.ts';

const sevenZip = findSevenZip();
const skipped = sevenZip === null ? ' (skipped: 7-Zip is not installed)' : '';
let output = '';

/** Largest part of the file that an update of a few lines may fetch. */
const maxFetchedShare = 0.2;

const blockMapSchema = z.object({
  version: z.literal('2'),
  files: z.array(
    z.object({
      name: z.string(),
      offset: z.number(),
      checksums: z.array(z.string()),
      sizes: z.array(z.number()),
    }),
  ),
});

/** The way to the network that electron-updater takes, over Node in the place of Electron's. */
class NodeExecutor extends HttpExecutor<ClientRequest> {
  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
    return request({ ...options, agent: false }, callback);
  }
}

const logger = { info() {}, warn() {}, error() {} };

const sha512 = async (path: string) =>
  createHash('sha512')
    .update(await readFile(path))
    .digest('base64');

interface Update {
  /** The file that the computer has of the version before. */
  readonly oldFile: string;
  /** The block map that the feed has of that version. */
  readonly oldMap: string;
  /** The file of the next version, its block map beside it. */
  readonly nextFile: string;
  /** Whether several parts are asked for at once, as of every feed that is not on Amazon S3. */
  readonly multipleRanges: boolean;
}

/** Makes the file of the next version as the updater does when it has kept no block map: it fetches both. */
async function fetchUpdate({ oldFile, oldMap, nextFile, multipleRanges }: Update) {
  const server = await startRangeServer({
    'old.blockmap': oldMap,
    'next.blockmap': `${nextFile}.blockmap`,
    next: nextFile,
  });
  onTestFinished(() => server.close());
  const executor = new NodeExecutor();
  const cancellationToken = new CancellationToken();
  const readMap = async (name: string) => {
    const bytes = await executor.downloadToBuffer(server.addressOf(name), { cancellationToken });
    return blockMapSchema.parse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  };
  const maps = [await readMap('old.blockmap'), await readMap('next.blockmap')] as const;
  const { size } = await stat(nextFile);
  const newFile = join(output, 'fetched');
  const downloader = new GenericDifferentialDownloader({ size, sha512: await sha512(nextFile) }, executor, {
    oldFile,
    newFile,
    newUrl: server.addressOf('next'),
    logger,
    requestHeaders: null,
    isUseMultipleRangeRequest: multipleRanges,
    cancellationToken,
  });
  await downloader.download(...maps);
  return { newFile, share: server.sentBytes() / size, size, sent: server.sentBytes() };
}

describe.skipIf(sevenZip === null)(`an update by differences${skipped}`, () => {
  let files: TwoVersions;

  beforeAll(async () => {
    output = await mkdtemp(join(tmpdir(), 'paydesk-delta-'));
    process.env['ELECTRON_BUILDER_7ZIP_PATH'] = sevenZip ?? '';
    process.env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
    files = await packTwoVersions(output);
  }, 400_000);

  afterAll(() => rm(output, { recursive: true, force: true }));

  test.for([
    ['win32', 'all parts in one request', true],
    ['win32', 'one request for each part', false],
    ['darwin', 'all parts in one request', true],
    ['darwin', 'one request for each part', false],
  ] as const)(
    'fetches at most a fifth of the file when a few lines changed: %s, %s',
    async ([platform, _requests, multipleRanges], { annotate }) => {
      const [oldFile, nextFile] = [files.old[platform], files.next[platform]];
      const fetched = await fetchUpdate({ oldFile, oldMap: `${oldFile}.blockmap`, nextFile, multipleRanges });
      await annotate(`${platform}: ${fetched.sent} of ${fetched.size} bytes`);
      expect(await sha512(fetched.newFile)).toBe(await sha512(nextFile));
      expect(fetched.share).toBeLessThanOrEqual(maxFetchedShare);
    },
  );

  test.for(updatedPlatforms)('fetches the whole file when nothing of it is there: %s', async (platform) => {
    const other = updatedPlatforms.find((name) => name !== platform) ?? platform;
    const unrelated = join(output, 'unrelated');
    await writeFile(unrelated, (await readFile(files.old[other])).reverse());
    await buildBlockMap(unrelated, 'gzip', `${unrelated}.blockmap`);
    const nextFile = files.next[platform];
    const fetched = await fetchUpdate({
      oldFile: unrelated,
      oldMap: `${unrelated}.blockmap`,
      nextFile,
      multipleRanges: true,
    });
    expect(await sha512(fetched.newFile)).toBe(await sha512(nextFile));
    expect(fetched.share).toBeGreaterThan(0.99);
  });

  test('is refused when the old file is not the one that its block map describes', async () => {
    const changed = join(output, 'changed');
    await writeFile(changed, (await readFile(files.old.win32)).reverse());
    const update = fetchUpdate({
      oldFile: changed,
      oldMap: `${files.old.win32}.blockmap`,
      nextFile: files.next.win32,
      multipleRanges: true,
    });
    await expect(update).rejects.toThrow('sha512 checksum mismatch');
  });
});
