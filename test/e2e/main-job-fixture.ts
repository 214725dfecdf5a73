/** @file What the short and the long tests of main job use. */
import { jpeg, pdf, png, svg } from '../fakes/files.ts';
import { type Company, receivedDocuments, sha256Of, sortedByName } from './company.ts';
import { expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';

export const beneficiaries = [
  'Ahlström Konepaja Oy',
  'Škoda Lisovna Plzeň a.s',
  '株式会社東海精機',
  'Müller & Söhne KG',
  'rcp_20c7714e',
];

const fileKinds = [
  ['pdf', pdf],
  ['PDF', (text: string) => pdf(text, 300_000)],
  ['jpg', jpeg],
  ['JPEG', jpeg],
  ['png', png],
  ['PNG', png],
  ['svg', svg],
  ['Svg', svg],
  ['jpeg', jpeg],
  ['Pdf', (text: string) => pdf(text, 2_000_000)],
  ['JPG', jpeg],
] as const;

/** Eleven valid documents for each beneficiary, by path. */
export function createValidFiles(): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (const [index, label] of beneficiaries.entries()) {
    for (const [number, [extension, createFile]] of fileKinds.entries()) {
      const subfolder = number % 3 === 0 ? 'Scans 2026/' : '';
      files[`${label}/${subfolder}Beleg ${number + 1}.${extension}`] = createFile(
        `document ${index} ${number}`,
      );
    }
  }
  return files;
}

/** Files that Paydesk rejects, each with the code of the reason. */
export const rejectedFiles: Readonly<Record<string, readonly [Buffer, string]>> = {
  'Ahlström Konepaja Oy/notes.txt': [Buffer.from('notes'), 'extension-not-allowed'],
  'Ahlström Konepaja Oy/empty.pdf': [Buffer.alloc(0), 'empty-file'],
  'Müller & Söhne KG/photo.pdf': [png('photo'), 'content-differs'],
  'Müller & Söhne KG/active.svg': [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>a()</script></svg>'),
    'svg-active',
  ],
  'rcp_20c7714e/no extension': [pdf('nothing'), 'extension-missing'],
};

export async function addBeneficiaries(paydesk: Paydesk): Promise<void> {
  for (const label of beneficiaries) {
    const recipientId = label.startsWith('rcp_') ? label : `R ${label}`;
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId });
  }
}

/** Fails when a beneficiary does not have exactly the documents of its folder, byte for byte. */
export function expectAllReceived(company: Company, files: Readonly<Record<string, Buffer>>): void {
  for (const label of beneficiaries) {
    const folderFiles = Object.entries(files).filter(([path]) => path.startsWith(`${label}/`));
    const expected = folderFiles.map(([path, bytes]) => ({
      name: path.split('/').at(-1) ?? '',
      sha256: sha256Of(bytes),
    }));
    const recipientId = label.startsWith('rcp_') ? label : `R ${label}`;
    expect(receivedDocuments(company, recipientId)).toEqual(sortedByName(expected));
  }
}
