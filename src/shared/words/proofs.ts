/** @file Words for proofs of payment that main needs: kinds, dialogs, names of files. */
import type { OmissionReason, OmittedProof } from '../model/proofs/omitted-proof.ts';
import type { ProofKind } from '../model/proofs/proof.ts';
import { counted, formatNumber } from './count.ts';

/** What a clerk calls each kind. */
export const proofKindWords: Readonly<Record<ProofKind, string>> = {
  pdf: 'PDF',
  png: 'Image',
  jpeg: 'Image',
  svg: 'Drawing',
  mt103: 'SWIFT',
  iso20022: 'ISO 20022',
  xml: 'XML',
  json: 'JSON',
  html: 'Web page',
  text: 'Text',
  url: 'Link',
  file: 'File',
  empty: 'Empty',
  unreadable: 'Unreadable',
};

/** What a file is that Paydesk does not show, by its extension. */
const fileWords: Readonly<Record<string, string>> = {
  bmp: 'BMP image',
  gif: 'GIF image',
  gz: 'gzip archive',
  heic: 'HEIC image',
  ole: 'Office document',
  tif: 'TIFF image',
  webp: 'WebP image',
  zip: 'ZIP archive',
};

/** What a clerk calls a proof. */
export function kindWord({
  kind,
  extension,
}: {
  readonly kind: ProofKind;
  readonly extension: string;
}): string {
  return kind === 'file' ? (fileWords[extension] ?? proofKindWords.file) : proofKindWords[kind];
}

/** Why a proof is left out when many are saved. */
const leftOutWords: Readonly<Record<OmissionReason, string>> = {
  'no-pages': 'not a PDF or photo',
  password: 'the PDF needs a password',
  damaged: 'the file is damaged',
  unreadable: 'unreadable',
  'not-in-library': 'the library can’t give it',
};

/** The proofs that are left out, by their reasons: at most `most` references, and how many more there are. */
export function leftOutLines(left: readonly OmittedProof[], total: number, most: number): string {
  const named = left.slice(0, most).map(({ reference, reason }) => `${reference} (${leftOutWords[reason]})`);
  return [...named, ...(total > named.length ? [`${formatNumber(total - named.length)} more`] : [])].join(
    ', ',
  );
}

/** See the file's header. */
export const proofFileWords = {
  saveTitle: 'Save the proof of payment',
  saveAllTitle: 'Save proofs of payment',
  foreseen: {
    title: (left: number, all: number) =>
      `${formatNumber(left)} of ${counted(all, { one: 'proof', other: 'proofs' })} can’t be in the PDF`,
    answers: (others: number) => [
      `Save ${counted(others, { one: 'proof', other: 'proofs' })} as one PDF`,
      'Cancel',
    ],
  },
  allName: (as: 'folder' | 'zip' | 'pdf') => `Proofs of payment.${as === 'pdf' ? 'pdf' : 'zip'}`,
  openLink: {
    title: (host: string) => `Open ${host} in your browser?`,
    detail: (link: string) =>
      `The service gave this address as the proof: ${link}\n\nPaydesk has not looked at what is there. Your sign-in is not sent along.`,
    answers: ['Open in browser', 'Do not open'],
  },
};
