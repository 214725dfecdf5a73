/**
 * @file Saves proofs as a PDF. Proofs that cannot be pages are saved beside it, as files in a folder that has its name:
 * nothing is left out without a word.
 */
import { basename, dirname, extname, join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { omittedList } from '../../../../shared/messages/proof-kinds.ts';
import type { OmissionReason, OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import { kindsWithoutPages, type ProofVersion } from '../../../../shared/model/proofs/proof.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import type { SavedFiles } from '../../../files/saved-files.ts';
import { createNameDeduplicator } from '../../../files/unique-names.ts';
import { type PagesJob, renderPages, requireNotCancelled } from '../../../formats/pages/render-pages.ts';
import type { Dialogs, Pages } from '../../../platform/platform.ts';
import type { Reader } from '../extraction/reader.ts';
import type { ProofOrigin } from './proof-origin.ts';
import { createFolderBeside, type SaveItem, saveToFolder } from './save-proofs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A proof to save, as far as it is known without opening it. */
export interface ProofToCombine {
  readonly origin: ProofOrigin;
  readonly version: Pick<ProofVersion, 'kind' | 'notes'>;
  readonly item: SaveItem;
  /** Reads the response as received; `null` when the library cannot return it. */
  body(): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Maximum number of references that a system dialog lists. */
const maxReferencesInDialog = 12;

/** Returns the reason why a proof cannot be pages, as far as the reason is known without opening the proof. */
function knownReason({ kind, notes }: ProofToCombine['version']): OmissionReason | null {
  if (kind === 'unreadable') return 'unreadable';
  if (kindsWithoutPages.has(kind)) return 'no-pages';
  return notes.includes('pdf-encrypted') ? 'password' : null;
}

/** Tells the clerk which proofs will be saved beside the PDF, and asks for a confirmation; `true` without any. */
export async function confirmBeside(
  dialogs: Pick<Dialogs, 'choose'>,
  proofs: readonly ProofToCombine[],
): Promise<boolean> {
  const beside = proofs.flatMap(({ origin: { reference }, version }): OmittedProof[] => {
    const reason = knownReason(version);
    return reason === null ? [] : [{ reference, reason }];
  });
  if (beside.length === proofs.length) throw notCombinable();
  if (beside.length === 0) return true;
  const answer = await dialogs.choose({
    title: t('proofs.beside.question', { beside: beside.length, count: proofs.length }),
    detail: t('proofs.beside.detail', { proofs: omittedList(beside, beside.length, maxReferencesInDialog) }),
    answers: [
      t('proofs.beside.confirm', { count: proofs.length - beside.length, beside: beside.length }),
      t('proofs.cancel'),
    ],
  });
  return answer === 0;
}

interface SaveAsPdfDeps {
  readonly reader: Pick<Reader, 'sheet' | 'join'>;
  readonly pages: Pages;
  readonly saved: Pick<SavedFiles, 'add' | 'writeFileAtomically' | 'listNames' | 'createFolder'>;
  /** Called before anything is written. Throws `sign-in-needed` after a sign-out. */
  readonly requireSignedIn: () => void;
  /** Called with the path of each PDF, and with the path of the folder beside it. */
  readonly onExported: (path: string) => void;
}

interface SavedAsPdf {
  /** The first PDF. */
  readonly savedAs: SavedFile;
  /** Number of PDFs. */
  readonly files: number;
  /** Number of saved proofs, also beside the PDF. */
  readonly saved: number;
  readonly left: OmittedProof[];
  /** The folder beside the PDF with the proofs that cannot be pages; `null` without any. */
  readonly beside: { readonly savedAs: SavedFile; readonly proofs: OmittedProof[] } | null;
}

/** Size of a PDF before the next proof is in another one, in bytes. Joining takes about five times as much memory. */
const maxFileBytes = 50_000_000;

/** A mark of every image in the PDFs that Chromium makes. */
const imageMark = '/Subtype /Image';

/**
 * Saves proofs one by one as a PDF; a large one is divided into files that are numbered from the second. Files beside a PDF
 * are saved before it, so that a PDF exists only when nothing is missing beside it. Rejects with `proof-not-combinable`, with
 * `cancelled`, and like `withSaveErrors`; files that were saved before stay.
 */
export async function saveAsPdf(
  deps: SaveAsPdfDeps,
  path: string,
  proofs: readonly ProofToCombine[],
  job: PagesJob,
): Promise<SavedAsPdf> {
  const { reader, saved: files, onExported } = deps;
  const left: OmittedProof[] = [];
  const besideProofs: OmittedProof[] = [];
  const written: string[] = [];
  let besideFolder: string | null = null;
  let pdfs: Bytes[] = [];
  let size = 0;
  let beside: { readonly proof: ProofToCombine; readonly reason: OmissionReason }[] = [];

  for (const [index, proof] of proofs.entries()) {
    requireNotCancelled(job);
    const result = await toPdf(proof);
    if (typeof result === 'string') beside.push({ proof, reason: result });
    else if (result !== null) {
      if (size > 0 && size + result.length > maxFileBytes) await writeFile();
      pdfs.push(result);
      size += result.length;
    }
    job.onProgress({ done: index + 1, total: proofs.length });
  }
  if (pdfs.length > 0) await writeFile();
  const [first] = written;
  if (first === undefined) throw notCombinable();
  return {
    savedAs: files.add(first),
    files: written.length,
    saved: proofs.length - left.length,
    left,
    beside:
      besideFolder === null ? null : { savedAs: files.add(besideFolder, 'folder'), proofs: besideProofs },
  };

  /** Returns the PDF of a proof, or the reason why there is none; `null` for a proof that the library has not. */
  async function toPdf(proof: ProofToCombine): Promise<Bytes | OmissionReason | null> {
    const reason = knownReason(proof.version);
    if (reason !== null) return reason;
    const body = await proof.body();
    if (body === null) {
      left.push({ reference: proof.origin.reference, reason: 'not-in-library' });
      return null;
    }
    const sheet = await reader.sheet(proof.origin, body);
    if (sheet.is === 'omitted') return sheet.reason;
    if (sheet.is === 'pdf') return sheet.bytes;
    const part = { signal: job.signal, onProgress: () => undefined };
    const pdf = await renderPages({ pages: deps.pages, join: reader.join }, sheet.text, part);
    if (pdf === null) return 'too-long';
    const hasPicture = sheet.text.blocks.some(({ is }) => is === 'picture');
    // Chromium leaves out an image that it cannot decode.
    return hasPicture && !Buffer.from(pdf.buffer).includes(imageMark) ? 'damaged' : pdf;
  }

  async function writeFile(): Promise<void> {
    const joining = reader.join(pdfs, null);
    [pdfs, size] = [[], 0];
    const bytes = await joining;
    deps.requireSignedIn();
    await saveBeside();
    const file = written.length === 0 ? path : await findFreePath();
    await files.writeFileAtomically(file, (target) => target.writeFile(bytes));
    written.push(file);
    onExported(file);
  }

  /** Returns the path of the next file, which has a number and overwrites nothing. */
  async function findFreePath(): Promise<string> {
    const makeUnique = createNameDeduplicator(await files.listNames(dirname(path)));
    return join(dirname(path), makeUnique(basename(path)));
  }

  async function saveBeside(): Promise<void> {
    if (beside.length === 0) return;
    const saving = beside;
    beside = [];
    const name = t('proofs.beside.folder', { name: basename(path, extname(path)) });
    const isNew = besideFolder === null;
    const folder = besideFolder ?? (await createFolderBeside(files, path, name));
    besideFolder = folder;
    const items = saving.map(({ proof }) => proof.item);
    const result = await saveToFolder(files, folder, items, () => {
      if (isNew) onExported(folder);
    });
    const unsaved = new Set(result.left.map(({ reference }) => reference));
    const withReasons = saving.map(({ proof, reason }) => ({ reference: proof.origin.reference, reason }));
    left.push(
      ...result.left.map(
        (omitted) =>
          withReasons.find(
            ({ reference, reason }) => reference === omitted.reference && reason === 'unreadable',
          ) ?? omitted,
      ),
    );
    besideProofs.push(...withReasons.filter(({ reference }) => !unsaved.has(reference)));
  }
}

function notCombinable(): PaydeskError {
  return new PaydeskError('proof-not-combinable', 'None of the proofs can be a page');
}
