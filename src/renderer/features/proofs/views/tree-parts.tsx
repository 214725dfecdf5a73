/** @file XML and JSON as structures that open and close, from the nodes that main read. */
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import type { TreePart } from './Tree.tsx';

/** The parts below a node, which follow it and are deeper; `start` is the place of the first. */
function partsFrom(nodes: readonly TreeNode[], start: number): TreePart[] {
  const depth = nodes[start]?.depth ?? 0;
  const parts: TreePart[] = [];
  for (let place = start; place < nodes.length; place += 1) {
    const node = nodes[place];
    if (node === undefined || node.depth < depth) break;
    if (node.depth === depth) parts.push(partOf(nodes, node, place));
  }
  return parts;
}

function partOf(nodes: readonly TreeNode[], { depth, name, attributes, text }: TreeNode, place: number) {
  const leaf = (nodes[place + 1]?.depth ?? 0) <= depth;
  return {
    key: String(place),
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
    children: () => (leaf ? [] : partsFrom(nodes, place + 1)),
  };
}

/** The parts of the first level. */
export function treeParts(nodes: readonly TreeNode[]): TreePart[] {
  return partsFrom(nodes, 0);
}
