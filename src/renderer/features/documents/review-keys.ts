/** @file Keyboard actions in the tree of the review. */
import type { ReviewLine } from './review-lines.ts';

/** An action in the tree. */
export type ReviewAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'more' };

function parentOf(lines: readonly ReviewLine[], at: number): number {
  for (let index = at; index >= 0; index -= 1) {
    if (lines[index]?.kind === 'group') return index;
  }
  return at;
}

/** Right expands or moves in; left collapses or moves to the beneficiary. */
function sideways(
  key: 'ArrowRight' | 'ArrowLeft',
  lines: readonly ReviewLine[],
  at: number,
): ReviewAction | null {
  const line = lines[at];
  if (line === undefined || line.kind === 'loading') return null;
  if (line.kind === 'group') {
    if (line.open !== (key === 'ArrowRight')) return { kind: 'toggle' };
    return line.open ? { kind: 'move', to: Math.min(at + 1, lines.length - 1) } : null;
  }
  return key === 'ArrowLeft' ? { kind: 'move', to: parentOf(lines, at) } : null;
}

/** Returns the action of a key at a line, or `null` for other keys. */
export function reviewAction(
  key: string,
  lines: readonly ReviewLine[],
  at: number,
  pageLines: number,
): ReviewAction | null {
  const last = lines.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'move', to: Math.min(at + 1, last) };
    case 'ArrowUp':
      return { kind: 'move', to: Math.max(at - 1, 0) };
    case 'PageDown':
      return { kind: 'move', to: Math.min(at + pageLines, last) };
    case 'PageUp':
      return { kind: 'move', to: Math.max(at - pageLines, 0) };
    case 'Home':
      return { kind: 'move', to: 0 };
    case 'End':
      return { kind: 'move', to: last };
    case 'ArrowRight':
    case 'ArrowLeft':
      return sideways(key, lines, at);
    case 'Enter':
    case ' ': {
      const kind = lines[at]?.kind;
      if (kind === 'group') return { kind: 'toggle' };
      return kind === 'more' ? { kind: 'more' } : null;
    }
    default:
      return null;
  }
}
