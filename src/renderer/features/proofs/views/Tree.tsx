import { type ReactNode, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';

/** One node of a tree. Children are created when it is expanded. */
export interface TreePart {
  readonly key: string;
  readonly head: ReactNode;
  readonly children: () => readonly TreePart[];
  readonly leaf: boolean;
}

/** Depth to which nodes are expanded initially. */
const openDepth = 4;
/** Nodes of one level to render at once. */
const maxParts = 200;

function Part({ part, depth }: { readonly part: TreePart; readonly depth: number }) {
  const [open, setOpen] = useState(depth < openDepth);
  if (part.leaf) return <div className="tree-leaf">{part.head}</div>;
  return (
    <details className="tree-part" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{part.head}</summary>
      {open && <Parts parts={part.children()} depth={depth + 1} />}
    </details>
  );
}

function Parts({ parts, depth }: { readonly parts: readonly TreePart[]; readonly depth: number }) {
  const [shown, setShown] = useState(maxParts);
  return (
    <div className={classNames('tree-level', depth === 0 && 'tree-top')}>
      {parts.slice(0, shown).map((part) => (
        <Part key={part.key} part={part} depth={depth} />
      ))}
      {parts.length > shown && (
        <button type="button" className="link sm" onClick={() => setShown(shown + maxParts)}>
          {`… ${parts.length - shown}`}
        </button>
      )}
    </div>
  );
}

/** A collapsible tree. */
export function Tree({ parts }: { readonly parts: readonly TreePart[] }) {
  return (
    <div className="tree selectable">
      <Parts parts={parts} depth={0} />
    </div>
  );
}
