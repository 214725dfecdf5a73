/** @file Proofs that are merged one by one: files of a bounded size, and nothing in memory for longer than it is needed. */
import { expect, test } from 'vitest';
import { type ProofToCombine, saveAsPdf } from '../../../../src/main/features/proofs/export/save-as-pdf.ts';
import type { PagesJob } from '../../../../src/main/formats/pages/render-pages.ts';

const megabyte = 1_000_000;
const job: PagesJob = { signal: new AbortController().signal, onProgress: () => undefined };

function proofOf(reference: string, kind: ProofToCombine['version']['kind'] = 'pdf'): ProofToCombine {
  return {
    origin: {
      reference,
      profile: 'Acme',
      environment: 'sandbox',
      receivedAt: '2026-11-20T14:02:11.000Z',
      sha256: '',
    },
    version: { kind, notes: [] },
    item: { reference, name: `${reference}.txt`, bytes: async () => new Uint8Array(1) },
    body: async () => new Uint8Array(1),
  };
}

/** Saves proofs whose pages have a size in bytes, in a folder with some names. */
function createDeps(size: number, names: readonly string[] = []) {
  const written: string[] = [];
  /** Sizes of the files that were joined. */
  const joined: number[] = [];
  const deps: Parameters<typeof saveAsPdf>[0] = {
    reader: {
      sheet: async () => ({ is: 'pdf', bytes: new Uint8Array(size) }),
      async join(pdfs) {
        joined.push(pdfs.reduce((sum, { length }) => sum + length, 0) / megabyte);
        return new Uint8Array(1);
      },
    },
    pages: {
      toPdf: () => Promise.reject(new Error('No text')),
      print: () => Promise.reject(new Error('No print')),
    },
    saved: {
      add: (path, kind = 'file') => ({ reference: '', path, kind, canOpen: true }),
      writeFileAtomically: async (path) => void written.push(path),
      listNames: async () => [...names, ...written.map((path) => path.slice('/out/'.length))],
      createFolder: async () => undefined,
    },
    requireSignedIn: () => undefined,
    onExported: () => undefined,
  };
  return { deps, written, joined };
}

test('a large PDF is divided into numbered files of at most 50 MB, which overwrite nothing', async () => {
  const { deps, written, joined } = createDeps(20 * megabyte, ['all (2).pdf']);
  const proofs = Array.from({ length: 5 }, (_, index) => proofOf(`P${index}`));
  expect(await saveAsPdf(deps, '/out/all.pdf', proofs, job)).toMatchObject({
    savedAs: { path: '/out/all.pdf' },
    files: 3,
    saved: 5,
  });
  expect(joined).toEqual([40, 40, 20]);
  expect(written).toEqual(['/out/all.pdf', '/out/all (3).pdf', '/out/all (4).pdf']);
});

test('a proof larger than a file has a file of its own', async () => {
  const { deps, joined } = createDeps(60 * megabyte);
  expect(await saveAsPdf(deps, '/out/all.pdf', [proofOf('P1'), proofOf('P2')], job)).toMatchObject({
    files: 2,
  });
  expect(joined).toEqual([60, 60]);
});

test('files beside a PDF are saved before it, in one folder for all files', async () => {
  const { deps, written } = createDeps(60 * megabyte);
  const proofs = [proofOf('L1', 'url'), proofOf('P1'), proofOf('P2'), proofOf('L2', 'url')];
  expect(await saveAsPdf(deps, '/out/all.pdf', proofs, job)).toMatchObject({
    saved: 4,
    beside: { proofs: [{ reference: 'L1' }, { reference: 'L2' }] },
  });
  const folder = '/out/all (not in the PDF)';
  expect(written).toEqual([`${folder}/L1.txt`, '/out/all.pdf', `${folder}/L2.txt`, '/out/all (2).pdf']);
});

test('a cancelled job keeps the files that are complete and reads no further proof', async () => {
  const { deps, written } = createDeps(60 * megabyte);
  const controller = new AbortController();
  const proofs = Array.from({ length: 9 }, (_, index) => proofOf(`P${index}`));
  const progress: number[] = [];
  const onProgress: PagesJob['onProgress'] = ({ done }) => {
    progress.push(done);
    if (done === 3) controller.abort();
  };
  const saving = saveAsPdf(deps, '/out/all.pdf', proofs, { signal: controller.signal, onProgress });
  await expect(saving).rejects.toMatchObject({ code: 'cancelled' });
  expect(progress).toEqual([1, 2, 3]);
  expect(written).toEqual(['/out/all.pdf', '/out/all (2).pdf']);
});
