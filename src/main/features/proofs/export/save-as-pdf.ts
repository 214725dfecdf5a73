/**
 * @file Saves proofs as one PDF. Proofs that cannot be pages are saved beside it, as files in a folder that has its name:
 * nothing is left out without a word.
 */
import { basename, extname } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { omittedList } from '../../../../shared/messages/proof-kinds.ts';
import type { OmissionReason, OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import type { ProofKind, ProofVersion } from '../../../../shared/model/proofs/proof.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import type { SavedFiles } from '../../../files/saved-files.ts';
import type { Dialogs } from '../../../platform/platform.ts';
import type { Reader } from '../extraction/reader.ts';
import type { ProofOrigin } from './proof-origin.ts';
import { createFolderBeside, type SaveItem, saveToFolder } from './save-proofs.ts';

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

/** Kinds that cannot be pages. */
const kindsWithoutPages: ReadonlySet<ProofKind> = new Set(['svg', 'url', 'file']);

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
  readonly reader: Pick<Reader, 'combine'>;
  readonly saved: Pick<SavedFiles, 'add' | 'writeFileAtomically' | 'listNames' | 'createFolder'>;
  /** Called before anything is written. Throws `sign-in-needed` after a sign-out. */
  readonly requireSignedIn: () => void;
  /** Called with the path of the PDF, and with the path of the folder beside it. */
  readonly onExported: (path: string) => void;
}

interface SavedAsPdf {
  readonly savedAs: SavedFile;
  /** Number of saved proofs, also beside the PDF. */
  readonly saved: number;
  readonly left: OmittedProof[];
  /** The folder beside the PDF with the proofs that cannot be pages; `null` without any. */
  readonly beside: { readonly savedAs: SavedFile; readonly proofs: OmittedProof[] } | null;
}

/** Saves proofs as a PDF. Rejects with `proof-not-combinable`, and like `withSaveErrors`. */
export async function saveAsPdf(
  deps: SaveAsPdfDeps,
  path: string,
  proofs: readonly ProofToCombine[],
): Promise<SavedAsPdf> {
  const { saved: files, onExported } = deps;
  const beside: { proof: ProofToCombine; reason: OmissionReason }[] = [];
  const left: OmittedProof[] = [];
  const readable: { proof: ProofToCombine; body: Uint8Array<ArrayBuffer> }[] = [];
  for (const proof of proofs) {
    const reason = knownReason(proof.version);
    if (reason !== null) {
      beside.push({ proof, reason });
      continue;
    }
    const body = await proof.body();
    if (body === null) left.push({ reference: proof.origin.reference, reason: 'not-in-library' });
    else readable.push({ proof, body });
  }
  const combined = await deps.reader.combine(
    readable.map(({ proof: { origin }, body }) => ({ origin, body })),
  );
  if (combined.pages === 0) throw notCombinable();
  for (const { index, reason } of combined.omitted) {
    const proof = readable[index]?.proof;
    if (proof !== undefined) beside.push({ proof, reason });
  }
  deps.requireSignedIn();
  const besideFolder = beside.length === 0 ? null : await saveBeside();
  await files.writeFileAtomically(path, (file) => file.writeFile(combined.bytes));
  onExported(path);
  return {
    savedAs: files.add(path),
    saved: proofs.length - left.length,
    left,
    beside: besideFolder,
  };

  /** Saves the files before the PDF, so that a PDF exists only when nothing is missing beside it. */
  async function saveBeside(): Promise<SavedAsPdf['beside']> {
    const name = t('proofs.beside.folder', { name: basename(path, extname(path)) });
    const folder = await createFolderBeside(files, path, name);
    const items = beside.map(({ proof }) => proof.item);
    const result = await saveToFolder(files, folder, items, () => onExported(folder));
    const unsaved = new Set(result.left.map(({ reference }) => reference));
    const withReasons = beside.map(({ proof, reason }) => ({ reference: proof.origin.reference, reason }));
    left.push(
      ...result.left.map(
        (omitted) =>
          withReasons.find(
            ({ reference, reason }) => reference === omitted.reference && reason === 'unreadable',
          ) ?? omitted,
      ),
    );
    return {
      savedAs: files.add(folder, 'folder'),
      proofs: withReasons.filter(({ reference }) => !unsaved.has(reference)),
    };
  }
}

function notCombinable(): PaydeskError {
  return new PaydeskError('proof-not-combinable', 'None of the proofs can be a page');
}
