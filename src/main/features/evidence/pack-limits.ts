/** @file Limits of a foreign pack, and lists of names that stay short. */
import { maxListedNames, type PackFindings } from '../../../shared/model/evidence.ts';

/** Maximum number of entries of a folder, and of lines of its list of checksums. */
export const maxEntries = 200_000;
/** Maximum length of a listed name, in characters. */
const maxNameLength = 300;

/** Thrown for a folder beyond the limits; its code becomes `pack-not-checked`. */
export class PackLimitError extends Error {
  override readonly name = 'PackLimitError';
  readonly code = 'E2BIG';
}

/** The first names of a kind and the number of all. */
export class NameList {
  readonly #names: string[] = [];
  #total = 0;

  add(name: string): void {
    this.#total += 1;
    if (this.#names.length < maxListedNames) this.#names.push(name.slice(0, maxNameLength));
  }

  get total(): number {
    return this.#total;
  }

  get list(): PackFindings['added'] {
    return { names: this.#names.toSorted(), total: this.#total };
  }
}
