import { type ReactNode, useState } from 'react';
import buttonStyles from '../../../components/actions/Button.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import styles from './Views.module.css';

/** One node of a tree. Its children are created when the node is expanded. */
export interface TreeNodeView {
  readonly key: string;
  readonly head: ReactNode;
  readonly children: () => readonly TreeNodeView[];
  readonly isLeaf: boolean;
}

/** Depth to which nodes are expanded initially. */
const initialOpenDepth = 4;
/** Number of nodes of a level that are rendered initially and with every press of the button for more. */
const nodesPerLevel = 200;

function TreeBranch({ node, depth }: { readonly node: TreeNodeView; readonly depth: number }) {
  const [open, setOpen] = useState(depth < initialOpenDepth);
  if (node.isLeaf) return <div className={styles.treeLeaf}>{node.head}</div>;
  return (
    <details className={styles.treePart} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{node.head}</summary>
      {open && <TreeLevel nodes={node.children()} depth={depth + 1} />}
    </details>
  );
}

function TreeLevel({ nodes, depth }: { readonly nodes: readonly TreeNodeView[]; readonly depth: number }) {
  const [shownCount, setShownCount] = useState(nodesPerLevel);
  return (
    <div className={classNames(styles.treeLevel, depth === 0 && styles.treeTop)}>
      {nodes.slice(0, shownCount).map((node) => (
        <TreeBranch key={node.key} node={node} depth={depth} />
      ))}
      {nodes.length > shownCount && (
        <button
          type="button"
          className={classNames(buttonStyles.link, 'sm')}
          data-small-target=""
          data-part="link"
          onClick={() => setShownCount(shownCount + nodesPerLevel)}
        >
          {`… ${nodes.length - shownCount}`}
        </button>
      )}
    </div>
  );
}

/** A collapsible tree. */
export function Tree({ nodes }: { readonly nodes: readonly TreeNodeView[] }) {
  return (
    <div className={classNames(styles.tree, 'selectable')}>
      <TreeLevel nodes={nodes} depth={0} />
    </div>
  );
}
