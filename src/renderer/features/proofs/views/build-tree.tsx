/** @file Converts the flat nodes of XML and JSON to a tree. */
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import type { TreeNodeView } from './Tree.tsx';

/** The nodes of one level; `start` is the index of the first. */
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
  const leaf = (nodes[index + 1]?.depth ?? 0) <= depth;
  return {
    key: String(index),
    leaf,
    head: (
      <>
        <b className="tree-name">{name}</b>
        {attributes.map((attribute) => (
          <span key={attribute} className="tree-attribute">
            {attribute}
          </span>
        ))}
        {text !== null && <span className="tree-value">{text}</span>}
      </>
    ),
    children: () => (leaf ? [] : buildLevel(nodes, index + 1)),
  };
}

/** The nodes of the top level. */
export function buildTree(nodes: readonly TreeNode[]): TreeNodeView[] {
  return buildLevel(nodes, 0);
}
