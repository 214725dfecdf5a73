/** Reads numbers of a font file in sequence. */
export class ByteReader {
  readonly #data: Buffer;
  #offset = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  skip(count: number): void {
    this.#offset += count;
  }

  bytes(count: number): Buffer {
    const start = this.#offset;
    this.#offset += count;
    if (this.#offset > this.#data.length) throw new Error('The font is cut off');
    return this.#data.subarray(start, this.#offset);
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    return this.bytes(2).readUInt16BE();
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE();
  }

  tag(): string {
    return this.bytes(4).toString('latin1');
  }

  /** `255UInt16` of WOFF2. */
  variable16(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 255) return this.uint8() + 253;
    return code === 254 ? this.uint8() + 506 : code;
  }

  /** `UIntBase128` of WOFF2. */
  base128(): number {
    let value = 0;
    for (;;) {
      const byte = this.uint8();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }
}
