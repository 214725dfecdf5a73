/** @file Texts of kinds of proofs, and of proofs that are omitted when several proofs are saved. */
import type { OmittedProof } from '../model/proofs/omitted-proof.ts';
import type { ProofKind } from '../model/proofs/proof.ts';
import { formatList, type PlainMessageKey, t } from './index.ts';

const kinds: Readonly<Record<ProofKind, PlainMessageKey>> = {
  pdf: 'proofs.kind.pdf',
  png: 'proofs.kind.image',
  jpeg: 'proofs.kind.image',
  svg: 'proofs.kind.drawing',
  mt103: 'proofs.kind.swift',
  iso20022: 'proofs.kind.iso20022',
  xml: 'proofs.kind.xml',
  json: 'proofs.kind.json',
  html: 'proofs.kind.html',
  text: 'proofs.kind.text',
  url: 'proofs.kind.url',
  file: 'proofs.kind.file',
  empty: 'proofs.kind.empty',
  unreadable: 'proofs.kind.unreadable',
};

/** Types of files that Paydesk does not show, by extension. */
const fileTypes: Readonly<Record<string, PlainMessageKey>> = {
  bmp: 'proofs.fileType.bmp',
  gif: 'proofs.fileType.gif',
  gz: 'proofs.fileType.gz',
  heic: 'proofs.fileType.heic',
  ole: 'proofs.fileType.ole',
  tif: 'proofs.fileType.tif',
  webp: 'proofs.fileType.webp',
  zip: 'proofs.fileType.zip',
};

export function kindLabel(kind: ProofKind): string {
  return t(kinds[kind]);
}

/** The label of a proof: its kind, or the type of a file that Paydesk does not show. */
export function proofLabel({
  kind,
  extension,
}: {
  readonly kind: ProofKind;
  readonly extension: string;
}): string {
  return t((kind === 'file' ? fileTypes[extension] : undefined) ?? kinds[kind]);
}

/** Lists omitted proofs with their reasons: at most `max`, and the number of all others of `total`. */
export function omittedList(omitted: readonly OmittedProof[], total: number, max: number): string {
  const items = omitted
    .slice(0, max)
    .map(({ reference, reason }) =>
      t('proofs.omitted.item', { reference, reason: t(`proofs.omitted.reason.${reason}`) }),
    );
  const unlistedCount = total - items.length;
  return formatList(
    unlistedCount > 0 ? [...items, t('proofs.omitted.more', { count: unlistedCount })] : items,
  );
}
