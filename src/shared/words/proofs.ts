/** @file Words for proofs of payment that main needs: kinds, dialogs, names of files. */
import type { ProofKind } from '../model/proofs/proof.ts';

/** What a clerk calls each kind. */
export const proofKindWords: Readonly<Record<ProofKind, string>> = {
  pdf: 'PDF',
  png: 'Image',
  jpeg: 'Image',
  svg: 'Drawing',
  mt103: 'MT103',
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

/** See the file's header. */
export const proofFileWords = {
  saveTitle: 'Save the proof of payment',
  saveAllTitle: 'Save proofs of payment',
  allName: (as: 'folder' | 'zip' | 'pdf') => `Proofs of payment.${as === 'pdf' ? 'pdf' : 'zip'}`,
  openLink: {
    title: (host: string) => `Open ${host} in your browser?`,
    detail: (link: string) =>
      `The service gave this address as the proof: ${link}\n\nPaydesk has not looked at what is there. Your sign-in is not sent along.`,
    answers: ['Open in browser', 'Do not open'],
  },
};
