/**
 * @file Copies messages as Electron does between its processes. Electron uses V8's serializer, which does not support
 * shared memory and writes the whole buffer of a view.
 */

/**
 * Copies `value` as Electron does. Throws for a value that cannot be cloned, contains shared memory, or contains a view
 * of a larger buffer, because Electron would send the whole buffer.
 */
export function copyMessage<Value>(value: Value): Value {
  assertSendable(value, new Set());
  return structuredClone(value);
}

function assertSendable(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof SharedArrayBuffer) throw new Error('#<SharedArrayBuffer> could not be cloned.');
  if (ArrayBuffer.isView(value)) assertSendableView(value);
  else if (value instanceof Map) for (const [key, item] of value) assertAllSendable([key, item], seen);
  else if (value instanceof Set) assertAllSendable([...value], seen);
  else assertAllSendable(Object.values(value), seen);
}

function assertAllSendable(values: readonly unknown[], seen: Set<object>): void {
  for (const value of values) assertSendable(value, seen);
}

function assertSendableView({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof SharedArrayBuffer) throw new Error('#<SharedArrayBuffer> could not be cloned.');
  if (byteLength === buffer.byteLength) return;
  throw new Error(`A view of ${byteLength} bytes would carry all ${buffer.byteLength} of its buffer`);
}
