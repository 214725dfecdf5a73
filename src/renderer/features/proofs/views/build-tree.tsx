/** @file Converts the flat nodes of XML and JSON to a tree. */
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import type { TreeNodeView } from './Tree.tsx';
import styles from './Views.module.css';

/** Builds the nodes of one level; `start` is the index of the first node of the level. */
function buildLevel(nodes: readonly TreeNode[], start: number): TreeNodeView[] {
  const depth = nodes[start]?.depth ?? 0;
  const level: TreeNodeView[] = [];
  for (let index = start; index < nodes.length; index += 1) {
    const node = nodes[index];
    if (node === undefined || node.depth < depth) break;
    if (node.depth === depth) level.push(buildNode(nodes, node, index));
  }
  return level;
}

function buildNode(nodes: readonly TreeNode[], { depth, name, attributes, text }: TreeNode, index: number) {
  const isLeaf = (nodes[index + 1]?.depth ?? 0) <= depth;
  return {
    key: String(index),
    isLeaf,
    head: (
      <>
        <b className={styles.treeName}>{name}</b>
        {attributes.map((attribute) => (
          <span key={attribute} className={styles.treeAttribute}>
            {attribute}
          </span>
        ))}
        {text !== null && <span className={styles.treeValue}>{text}</span>}
      </>
    ),
    children: () => (isLeaf ? [] : buildLevel(nodes, index + 1)),
  };
}

/** Builds a tree from its nodes in document order; returns the nodes of the top level. */
export function buildTree(nodes: readonly TreeNode[]): TreeNodeView[] {
  return buildLevel(nodes, 0);
}
