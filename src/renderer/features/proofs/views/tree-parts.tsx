/** @file Converts the flat nodes of XML and JSON to a tree. */
import type { TreeNode } from '../../../../shared/model/proofs/content.ts';
import type { TreePart } from './Tree.tsx';

/** The nodes of one level; `start` is the index of the first. */
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

/** The nodes of the top level. */
export function treeParts(nodes: readonly TreeNode[]): TreePart[] {
  return partsFrom(nodes, 0);
}
