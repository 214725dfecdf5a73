import { type ReactNode, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';

/** One node of a tree. Children are created when it is expanded. */
export interface TreeNodeView {
  readonly key: string;
  readonly head: ReactNode;
  readonly children: () => readonly TreeNodeView[];
  readonly leaf: boolean;
}

/** Depth to which nodes are expanded initially. */
const openDepth = 4;
/** Nodes of one level to render at once. */
const nodesPerLevel = 200;

function TreeBranch({ node, depth }: { readonly node: TreeNodeView; readonly depth: number }) {
  const [open, setOpen] = useState(depth < openDepth);
  if (node.leaf) return <div className="tree-leaf">{node.head}</div>;
  return (
    <details className="tree-part" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{node.head}</summary>
      {open && <TreeLevel nodes={node.children()} depth={depth + 1} />}
    </details>
  );
}

function TreeLevel({ nodes, depth }: { readonly nodes: readonly TreeNodeView[]; readonly depth: number }) {
  const [shown, setShown] = useState(nodesPerLevel);
  return (
    <div className={classNames('tree-level', depth === 0 && 'tree-top')}>
      {nodes.slice(0, shown).map((node) => (
        <TreeBranch key={node.key} node={node} depth={depth} />
      ))}
      {nodes.length > shown && (
        <button type="button" className="link sm" onClick={() => setShown(shown + nodesPerLevel)}>
          {`… ${nodes.length - shown}`}
        </button>
      )}
    </div>
  );
}

/** A collapsible tree. */
export function Tree({ nodes }: { readonly nodes: readonly TreeNodeView[] }) {
  return (
    <div className="tree selectable">
      <TreeLevel nodes={nodes} depth={0} />
    </div>
  );
}
