/** @file A hand-made one-page PDF with a password, encrypted by the oldest method (RC4, 40 bits). */
import { createHash } from 'node:crypto';
import { pageObjects, streamOf, writePdf } from './active-pdf.ts';

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
/** Permits all operations. */
const permissions = -4;
const identifier = Buffer.alloc(16, 7);

const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const padPassword = (password: string) =>
  Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  let second = 0;
  const swap = (first: number) => {
    const kept = at(first);
    state[first] = at(second);
    state[second] = kept;
  };
  for (let index = 0; index < 256; index += 1) {
    second = (second + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index);
  }
  second = 0;
  let first = 0;
  return Buffer.from(
    Array.from(bytes, (byte) => {
      first = (first + 1) & 255;
      second = (second + at(first)) & 255;
      swap(first);
      return byte ^ at(at(first) + at(second));
    }),
  );
}

/** Creates a PDF that shows `text`. `page` contains further entries of the page, without strings. */
export function encryptedPdf(text: string, password: string, page = ''): Buffer {
  const owner = rc4(md5(padPassword('owner')).subarray(0, 5), padPassword(password));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = md5(padPassword(password), owner, flags, identifier).subarray(0, 5);
  const user = rc4(key, padding);
  const contentNumber = 4;
  const objectKey = md5(key, Buffer.from([contentNumber, 0, 0, 0, 0])).subarray(0, 10);
  const content = rc4(objectKey, Buffer.from(`BT /F1 18 Tf 72 720 Td (${text}) Tj ET`, 'latin1'));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const objects = [
    ...pageObjects(streamOf(content.toString('latin1')), { page }),
    `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P ${permissions} >>`,
  ];
  const id = hex(identifier);
  return writePdf(objects, { version: '1.4', trailer: `/Encrypt 6 0 R /ID [${id} ${id}]` });
}
