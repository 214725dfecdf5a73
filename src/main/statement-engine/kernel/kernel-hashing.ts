/** @file Hashing of cells by the kernel, in buffers that are unused while no text is read. */
import type { CellHashing, CellLookUp } from '../read/cell-hashing.ts';
import { bufferAddresses, foldedAddress, maxRows, type SharedMemory } from './shared-memory.ts';

/** Type guard for the functions that the kernel exports. */
export function isKernelFunction(value: unknown): value is (...numbers: number[]) => number {
  return typeof value === 'function';
}

/** Codes in the table of the kernel, and its places. */
const tableCodes = 4_096;
const tablePlaces = tableCodes * 2;

/** Creates the hashing of the folded copy in a memory; `null` if the kernel has no such functions. */
export function createKernelHashing(
  memory: SharedMemory,
  { exports: { hashCells, findDifferentCell, lookUpCells } }: WebAssembly.Instance,
): CellHashing | null {
  if (!isKernelFunction(hashCells) || !isKernelFunction(findDifferentCell) || !isKernelFunction(lookUpCells))
    return null;
  const { buffer } = memory.memory;
  const addresses = bufferAddresses();
  const hashesAt = addresses.values;
  const othersAt = hashesAt + maxRows * 4;
  const placesAt = othersAt + maxRows * 4;
  const codeHashesAt = placesAt + tablePlaces * 4;
  const codeStartsAt = codeHashesAt + tableCodes * 4;
  const codeLengthsAt = codeStartsAt + tableCodes * 4;
  const offsetsOfRows = new Uint32Array(buffer, addresses.foldedStarts, maxRows);
  const others = new Uint32Array(buffer, othersAt, maxRows);
  const setOffsets = (offsets: Uint32Array) => offsetsOfRows.set(offsets);
  const lookUp: CellLookUp = {
    places: new Int32Array(buffer, placesAt, tablePlaces),
    codeHashes: new Int32Array(buffer, codeHashesAt, tableCodes),
    codeStarts: new Uint32Array(buffer, codeStartsAt, tableCodes),
    codeLengths: new Uint32Array(buffer, codeLengthsAt, tableCodes),
    codes: others,
    setOffsets,
    find: (column, from, count) =>
      lookUpCells(
        foldedAddress(memory),
        addresses.foldedStarts,
        from,
        count,
        column,
        addresses.starts,
        addresses.cells,
        hashesAt,
        placesAt,
        tablePlaces - 1,
        codeHashesAt,
        codeStartsAt,
        codeLengthsAt,
        othersAt,
      ),
  };
  return {
    starts: new Uint32Array(buffer, addresses.starts, maxRows),
    ends: new Uint32Array(buffer, addresses.cells, maxRows),
    hashes: new Int32Array(buffer, hashesAt, maxRows),
    others,
    lookUp,
    hash(offsets, column) {
      setOffsets(offsets);
      hashCells(
        foldedAddress(memory),
        addresses.foldedStarts,
        offsets.length - 1,
        column,
        addresses.starts,
        addresses.cells,
        hashesAt,
      );
    },
    findDifferent: (from, count) =>
      findDifferentCell(foldedAddress(memory), addresses.starts, addresses.cells, othersAt, from, count),
  };
}
