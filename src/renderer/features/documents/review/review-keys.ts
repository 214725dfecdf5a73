/** @file Keyboard actions in the tree of the review. */
import { targetOfKey } from '../../../components/data-grid/keyboard.ts';
import type { ReviewLine } from './review-lines.ts';

type ReviewAction =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'more' };

function findGroupIndex(lines: readonly ReviewLine[], index: number): number {
  const groupIndex = lines.slice(0, index + 1).findLastIndex(({ kind }) => kind === 'group');
  return groupIndex === -1 ? index : groupIndex;
}

/** Right expands a beneficiary or moves to its first document; left collapses it or moves back to it. */
function arrowAction(
  key: 'ArrowRight' | 'ArrowLeft',
  lines: readonly ReviewLine[],
  index: number,
): ReviewAction | null {
  const line = lines[index];
  if (line === undefined || line.kind === 'loading') return null;
  if (line.kind === 'group') {
    if (line.isExpanded !== (key === 'ArrowRight')) return { kind: 'toggle' };
    return line.isExpanded ? { kind: 'move', to: Math.min(index + 1, lines.length - 1) } : null;
  }
  return key === 'ArrowLeft' ? { kind: 'move', to: findGroupIndex(lines, index) } : null;
}

export function reviewAction(
  key: string,
  lines: readonly ReviewLine[],
  index: number,
  linesPerPage: number,
): ReviewAction | null {
  const size = { rows: lines.length, columns: 0, pageRows: linesPerPage };
  const target = targetOfKey(key, { row: index, column: 0 }, size);
  if (target !== null) return { kind: 'move', to: Math.max(0, target.row) };
  switch (key) {
    case 'ArrowRight':
    case 'ArrowLeft':
      return arrowAction(key, lines, index);
    case 'Enter':
    case ' ': {
      const kind = lines[index]?.kind;
      if (kind === 'group') return { kind: 'toggle' };
      return kind === 'more' ? { kind: 'more' } : null;
    }
    default:
      return null;
  }
}
