/** @file The files of the tour: the samples, and special cases, with the expected result of each. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentReasonCode, DocumentState } from '../../src/shared/model/documents/document.ts';
import { jpeg, pdf, svg, writeFiles } from '../../test/fakes/files/files.ts';

/** Folder with documents of invented companies, and the address book that goes with them. */
export const samples = fileURLToPath(new URL('../../assets/samples', import.meta.url));

/** The address book as the clerk imports it. */
export const addressBook = join(samples, 'beneficiaries.csv');

/** The expected result of one file. */
export interface Expectation {
  /** Path relative to the dropped folder. */
  readonly path: string;
  readonly state: DocumentState;
  readonly reason: DocumentReasonCode | null;
  /** Recipient ID that the file is attached to; `null` when it is not sent. */
  readonly recipientId: string | null;
  /** `null` for an entry that is not a file. */
  readonly bytes: Buffer | null;
}

/** Recipient IDs by folder name of the samples. */
const recipients: Readonly<Record<string, string>> = {
  'Ahlström Konepaja Oy': 'rcp_c1180f3a',
  'Škoda Lisovna Plzeň a.s': 'rcp_61d70c2e',
  株式会社東海精機: 'rcp_9d4f6602',
  rcp_20c7714e: 'rcp_20c7714e',
  'Kwiatkowski Logistyka Sp. z o.o.': 'rcp_5b02e9d1',
};

function recipientOf(path: string): string | null {
  const folderName = path.split('/').find((name) => name in recipients);
  return folderName === undefined ? null : (recipients[folderName] ?? null);
}

/** Returns the expectations for the samples: documents are attached; the address book is excluded as a list. */
export async function expectedOfSamples(): Promise<Expectation[]> {
  const entries = await readdir(samples, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    files.map(async (file): Promise<Expectation> => {
      const path = `samples/${relative(samples, file).split(sep).join('/')}`.normalize('NFC');
      const bytes = await readFile(file);
      const recipientId = recipientOf(path);
      if (recipientId === null)
        return { path, state: 'excluded', reason: 'list-of-beneficiaries', recipientId, bytes };
      return { path, state: 'attached', reason: null, recipientId, bytes };
    }),
  );
}

const kwiatkowski = 'Kwiatkowski Logistyka Sp. z o.o.';

const specialFiles: Readonly<Record<string, readonly [Buffer, DocumentState, DocumentReasonCode | null]>> = {
  [`${kwiatkowski}/SCAN_0001.PDF`]: [pdf('An extension in capitals'), 'attached', null],
  [`${kwiatkowski}/SCAN_0002.JPG`]: [jpeg('Another one'), 'attached', null],
  [`${kwiatkowski}/SCAN_0003.pdf`]: [pdf('An extension in capitals'), 'duplicate', 'same-in-batch'],
  [`${kwiatkowski}/empty.pdf`]: [Buffer.alloc(0), 'rejected', 'empty-file'],
  [`${kwiatkowski}/text.pdf`]: [Buffer.from('These are plain words.\n'), 'rejected', 'content-differs'],
  [`${kwiatkowski}/photo.png`]: [jpeg('A photo under a wrong name'), 'rejected', 'content-differs'],
  [`${kwiatkowski}/letter.docx`]: [Buffer.from('PK\u0003\u0004'), 'rejected', 'extension-not-allowed'],
  [`${kwiatkowski}/no extension`]: [pdf('Without an extension'), 'rejected', 'extension-missing'],
  [`${kwiatkowski}/active.svg`]: [svg('<script>alert(1)</script>'), 'rejected', 'svg-active'],
  [`${kwiatkowski}/x.pdf/inside.pdf`]: [pdf('In a folder with an extension'), 'attached', null],
};

/** Writes the special files to `folder`; returns their expected results. */
export async function writeSpecialFiles(folder: string): Promise<Expectation[]> {
  await writeFiles(
    folder,
    Object.fromEntries(Object.entries(specialFiles).map(([path, [bytes]]) => [path, bytes])),
  );
  const expectations = Object.entries(specialFiles).map(([path, [bytes, state, reason]]): Expectation => {
    return { path, state, reason, recipientId: state === 'attached' ? recipientOf(path) : null, bytes };
  });
  const folderNamedPdf = `${kwiatkowski}/x.pdf`;
  return [
    ...expectations,
    { path: folderNamedPdf, state: 'rejected', reason: 'is-folder', recipientId: null, bytes: null },
  ];
}

/** The dropped entries of the folder with the special files. */
export function specialFolders(folder: string): string[] {
  return [join(folder, kwiatkowski)];
}
