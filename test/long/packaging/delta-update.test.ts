/** @file Measures the download of a differential update between two real builds, with electron-updater's downloader. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { CancellationToken, HttpExecutor } from 'builder-util-runtime';
import { GenericDifferentialDownloader } from 'electron-updater/out/differentialDownloader/GenericDifferentialDownloader.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startRangeServer } from './range-server.ts';
import { findSevenZip, packTwoVersions, type TwoVersions } from './two-versions.ts';

const sevenZip = findSevenZip();
const skipNote = sevenZip === null ? ' (skipped: 7-Zip is not installed)' : '';
let output = '';

/** Maximum share of the file that may be downloaded when a few lines have changed. */
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

/** Makes electron-updater send its requests with Node instead of Electron. */
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
  /** The installed file of the previous version, and the file of the next version; the block map of each is beside it. */
  readonly oldFile: string;
  readonly nextFile: string;
  /** Whether one request names several ranges, as for every feed that is not on Amazon S3. */
  readonly multipleRanges: boolean;
}

/** Downloads the next version as the updater does without a cached block map: both block maps first, then changed blocks. */
async function fetchUpdate({ oldFile, nextFile, multipleRanges }: Update) {
  const server = await startRangeServer({
    'old.blockmap': `${oldFile}.blockmap`,
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

describe.skipIf(sevenZip === null)(`a differential update${skipNote}`, () => {
  let files: TwoVersions;

  beforeAll(async () => {
    output = await mkdtemp(join(tmpdir(), 'paydesk-delta-'));
    process.env['ELECTRON_BUILDER_7ZIP_PATH'] = sevenZip ?? '';
    process.env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
    files = await packTwoVersions(output);
  }, 400_000);

  afterAll(() => rm(output, { recursive: true, force: true }));

  test.for([
    ['win32', 'all ranges in one request', true],
    ['win32', 'one request for each range', false],
    ['darwin', 'all ranges in one request', true],
    ['darwin', 'one request for each range', false],
  ] as const)(
    'downloads at most a fifth of the file when a few lines have changed (%s, %s)',
    async ([platform, _requests, multipleRanges], { annotate }) => {
      const [oldFile, nextFile] = [files.previous[platform], files.next[platform]];
      const fetchedFile = await fetchUpdate({ oldFile, nextFile, multipleRanges });
      await annotate(`${platform}: ${fetchedFile.sent} of ${fetchedFile.size} bytes`);
      expect(await sha512(fetchedFile.newFile)).toBe(await sha512(nextFile));
      expect(fetchedFile.share).toBeLessThanOrEqual(maxFetchedShare);
    },
  );
});
