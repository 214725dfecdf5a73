/** @file Parses wallet IDs that a clerk types or pastes. */
import { walletIdSchema } from '../../../../shared/model/statements/statements.ts';

const maxWrongEntries = 5;
const maxWrongLength = 24;

interface TypedWallets {
  readonly ids: readonly number[];
  /** The first entries that are not wallet IDs, shortened. */
  readonly wrong: readonly string[];
}

/** Parses wallet IDs separated by blanks, commas or semicolons; each counts once. */
export function readWalletIds(text: string): TypedWallets {
  const ids = new Set<number>();
  const wrong: string[] = [];
  for (const piece of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const parsed = walletIdSchema.safeParse(/^\d+$/.test(piece) ? Number(piece) : Number.NaN);
    if (parsed.success) ids.add(parsed.data);
    else wrong.push(piece.slice(0, maxWrongLength));
  }
  return { ids: [...ids], wrong: wrong.slice(0, maxWrongEntries) };
}
