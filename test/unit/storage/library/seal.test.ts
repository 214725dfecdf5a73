/** @file Sealed files made with a valid key, so that only the check under test refuses them. */
import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createHeader,
  decrypt,
  deriveKey,
  encodeId,
  encrypt,
  fixedHeaderSize,
  maxLabelBytes,
  openFrame,
  openHeader,
  readHeaderSize,
  sealFrame,
  tagSize,
} from '../../../../src/main/storage/library/seal.ts';

const id = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2c';
const otherId = '3f2c1f6e-7d0e-4f7e-9a61-0d9e4f9a1b2d';
const wrapping = Buffer.alloc(32, 3);
const label = Buffer.from('{"kind":"proof"}');

const damagedError = expect.objectContaining({ code: 'library-item-damaged', details: { item: id } });

/** Creates a header by the table in `seal.ts` with the key of the library; only `options` can make it invalid. */
function headerWith(options: { readonly id: string; readonly committedKey?: Uint8Array }): Buffer {
  const key = randomBytes(32);
  const start = Buffer.alloc(fixedHeaderSize);
  start.write('PDSF\x01', 0, 'latin1');
  encodeId(options.id).copy(start, 8);
  start.writeUInt32BE(256 * 1024, 24);
  randomBytes(7).copy(start, 28);
  randomBytes(12).copy(start, 36);
  encrypt(wrapping, start.subarray(36, 48), start.subarray(0, 36), key).copy(start, 48);
  createHmac('sha256', options.committedKey ?? key)
    .update('paydesk sealed file')
    .update(encodeId(id))
    .digest()
    .copy(start, 96);
  start.writeUInt32BE(label.length + tagSize, 128);
  randomBytes(12).copy(start, 132);
  const sealed = encrypt(key, start.subarray(132, fixedHeaderSize), start.subarray(0, 132), label);
  return Buffer.concat([start, sealed]);
}

describe('a header', () => {
  test('is opened by the key of the library and by the key of the file', () => {
    const { bytes, seal } = createHeader(wrapping, id, label);
    expect(openHeader(bytes, id, { wrappingKey: wrapping })).toEqual({ seal, label });
    expect(openHeader(bytes, id, { fileKey: seal.key })).toEqual({ seal, label });
    expect(openHeader(headerWith({ id }), id, { wrappingKey: wrapping }).label).toEqual(label);
    const randomParts = ({ bytes }: typeof other) =>
      [bytes.subarray(28, 35), bytes.subarray(36, 48), bytes.subarray(132, 144)].map(String);
    const other = createHeader(wrapping, id, label);
    expect(new Set([...randomParts({ bytes, seal }), ...randomParts(other)]).size).toBe(6);
  });

  test('of another entry, or that commits to another key than it wraps, is refused', () => {
    for (const header of [headerWith({ id: otherId }), headerWith({ id, committedKey: Buffer.alloc(32, 4) })])
      expect(() => openHeader(header, id, { wrappingKey: wrapping })).toThrow(damagedError);
  });

  test('is refused when any bit of it is flipped', () => {
    const { bytes, seal } = createHeader(wrapping, id, label);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const at = bit >> 3;
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ (1 << (bit & 7));
      expect(() => openHeader(altered, id, { wrappingKey: wrapping })).toThrow(damagedError);
      expect(() => openHeader(altered, id, { fileKey: seal.key })).toThrow(damagedError);
    }
  });

  test('has its stated length, and is refused when no label can have that length', () => {
    const { bytes } = createHeader(wrapping, id, Buffer.alloc(maxLabelBytes));
    expect(readHeaderSize(bytes.subarray(0, fixedHeaderSize), id)).toBe(bytes.length);
    expect(readHeaderSize(createHeader(wrapping, id, Buffer.alloc(0)).bytes, id)).toBe(
      fixedHeaderSize + tagSize,
    );
    for (const length of [0, tagSize - 1, maxLabelBytes + tagSize + 1, 0xffff_ffff]) {
      const altered = Buffer.from(bytes.subarray(0, fixedHeaderSize));
      altered.writeUInt32BE(length, 128);
      expect(() => readHeaderSize(altered, id)).toThrow(damagedError);
    }
    expect(() => readHeaderSize(bytes.subarray(0, fixedHeaderSize - 1), id)).toThrow(damagedError);
    expect(() => createHeader(wrapping, id, Buffer.alloc(maxLabelBytes + 1))).toThrow(RangeError);
  });

  test('is refused with another magic number, version or frame size, and reported as newer by its version', () => {
    const { bytes } = createHeader(wrapping, id, label);
    const altered = (at: number, value: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = value;
      return copy;
    };
    expect(() => readHeaderSize(altered(4, 2), id)).toThrow(
      expect.objectContaining({ code: 'library-newer' }),
    );
    for (const wrong of [altered(0, 0x51), altered(4, 0), altered(26, 1)])
      expect(() => readHeaderSize(wrong, id)).toThrow(damagedError);
  });
});

describe('a frame', () => {
  const { seal } = createHeader(wrapping, id, label);
  const plain = Buffer.from('content of a frame');

  test('opens only at its own position', () => {
    const sealed = sealFrame(seal, 258, false, plain);
    expect(openFrame(seal, 258, false, sealed)).toEqual(plain);
    for (const position of [0, 1, 2, 257, 259]) expect(openFrame(seal, position, false, sealed)).toBeNull();
  });

  test('does not open as the last one unless it is, nor the last one as another, nor with another header', () => {
    const last = sealFrame(seal, 1, true, plain);
    expect(openFrame(seal, 1, true, sealFrame(seal, 1, false, plain))).toBeNull();
    expect(openFrame(seal, 1, false, last)).toBeNull();
    expect(openFrame({ ...seal, headerDigest: Buffer.alloc(32) }, 1, true, last)).toBeNull();
  });

  test('has another nonce for every position and file', () => {
    const again = { ...seal, noncePrefix: Buffer.alloc(7) };
    const [one, ...others] = [
      sealFrame(seal, 0, false, plain),
      sealFrame(seal, 1, false, plain),
      sealFrame(seal, 0, true, plain),
      sealFrame(again, 0, false, plain),
    ].map((sealed) => sealed.subarray(0, plain.length).toString('hex'));
    expect(new Set([one, ...others]).size).toBe(4);
  });
});

test('data shorter than a tag cannot be decrypted', () => {
  for (let length = 0; length < tagSize; length += 1)
    expect(decrypt(wrapping, Buffer.alloc(12), Buffer.alloc(0), Buffer.alloc(length))).toBeNull();
});

test('a key is derived for one library and one purpose', async () => {
  const derived = await Promise.all([
    deriveKey(wrapping, id, 'files'),
    deriveKey(wrapping, id, 'items'),
    deriveKey(wrapping, otherId, 'files'),
    deriveKey(Buffer.alloc(32), id, 'files'),
  ]);
  expect(new Set(derived.map((key) => key.toString('hex'))).size).toBe(4);
  expect(derived.map(({ length }) => length)).toEqual([32, 32, 32, 32]);
  expect(await deriveKey(wrapping, id, 'files')).toEqual(derived[0]);
});
