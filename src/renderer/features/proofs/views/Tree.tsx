import { useState } from 'react';
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import buttonStyles from '../../../components/actions/Button.module.css';
import { classNames } from '../../../components/layout/class-names.ts';
import styles from './Views.module.css';

/** Depth to which nodes are expanded initially. */
const initialOpenDepth = 4;
/** Number of nodes of a level that are rendered initially and with every press of the button for more. */
const nodesPerLevel = 200;

interface BranchProps {
  readonly nodes: readonly TreeNode[];
  /** Index of the first node of a level, or of a node. */
  readonly start: number;
}

/** Returns the indexes of the nodes of the level that begins at `start`. */
function listLevel({ nodes, start }: BranchProps): number[] {
  const depth = nodes[start]?.depth ?? 0;
  const level: number[] = [];
  for (let index = start; (nodes[index]?.depth ?? -1) >= depth; index += 1)
    if (nodes[index]?.depth === depth) level.push(index);
  return level;
}

function TreeBranch({ nodes, start }: BranchProps) {
  const { depth = 0, name, attributes = [], text = null } = nodes[start] ?? {};
  const [open, setOpen] = useState(depth < initialOpenDepth);
  const head = (
    <>
      <b className="dim medium">{name}</b>
      {attributes.map((attribute) => (
        <span key={attribute} className={styles.treeAttribute}>
          {attribute}
        </span>
      ))}
      {text !== null && <span className={styles.treeValue}>{text}</span>}
    </>
  );
  if ((nodes[start + 1]?.depth ?? 0) <= depth) return <div className={styles.treeLeaf}>{head}</div>;
  return (
    <details className={styles.treePart} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {open && <TreeLevel nodes={nodes} start={start + 1} />}
    </details>
  );
}

function TreeLevel({ nodes, start }: BranchProps) {
  const [shownCount, setShownCount] = useState(nodesPerLevel);
  const level = listLevel({ nodes, start });
  return (
    <div className={classNames(styles.treeLevel, start === 0 && styles.treeTop)}>
      {level.slice(0, shownCount).map((index) => (
        <TreeBranch key={index} nodes={nodes} start={index} />
      ))}
      {level.length > shownCount && (
        <button
          type="button"
          className={classNames(buttonStyles.link, 'sm')}
          data-small-target=""
          data-part="link"
          onClick={() => setShownCount(shownCount + nodesPerLevel)}
        >
          {`… ${level.length - shownCount}`}
        </button>
      )}
    </div>
  );
}

/** A collapsible tree of nodes in document order. */
export function Tree({ nodes }: { readonly nodes: readonly TreeNode[] }) {
  return (
    <div className={classNames(styles.tree, 'selectable')}>
      <TreeLevel nodes={nodes} start={0} />
    </div>
  );
}
