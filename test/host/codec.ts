/**
 * @file Encodes the values that Electron's IPC can carry as JSON, for messages between page and program. The page gets
 * the function as source text, so it must not use variables of its module.
 */

/** Encodes and decodes values. */
export interface Codec {
  /** Throws like `structuredClone` for a value that cannot be cloned. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/** Creates the codec. */
export function createCodec(): Codec {
  // A value that JSON does not support becomes ['type', content]; an array becomes ['', items].
  function pack(value: unknown): unknown {
    if (value === undefined) return ['undefined'];
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value === 'number' && !Number.isFinite(value)) return ['number', String(value)];
    return typeof value === 'object' && value !== null ? packObject(value) : value;
  }

  function packObject(value: object): unknown {
    if (Array.isArray(value)) return ['', value.map(pack)];
    if (value instanceof Date) return ['date', value.getTime()];
    if (value instanceof Error) return ['error', value.message];
    if (value instanceof Uint8Array) return ['bytes', Array.from(value)];
    if (value instanceof Map) return ['map', [...value].map(([key, item]) => [pack(key), pack(item)])];
    if (value instanceof Set) return ['set', [...value].map(pack)];
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw new TypeError(`The host does not carry ${Object.prototype.toString.call(value)}`);
    }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pack(item)]));
  }

  function unpack(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, unpack(item)]));
    }
    const packed: readonly unknown[] = value;
    const [name, content] = packed;
    const items: unknown[] = Array.isArray(content) ? content : [];
    switch (name) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(String(content));
      case 'number':
        return Number(content);
      case 'date':
        return new Date(Number(content));
      case 'error':
        return new Error(String(content));
      case 'bytes':
        return Uint8Array.from(items, Number);
      case 'map':
        return new Map(items.map(unpackPair));
      case 'set':
        return new Set(items.map(unpack));
      default:
        return items.map(unpack);
    }
  }

  function unpackPair(pair: unknown): [unknown, unknown] {
    const pairItems: readonly unknown[] = Array.isArray(pair) ? pair : [];
    const [key, item] = pairItems;
    return [unpack(key), unpack(item)];
  }

  return {
    encode: (value) => JSON.stringify(pack(structuredClone(value))),
    decode: (text) => unpack(JSON.parse(text)),
  };
}
