/** @file Reads and replaces the texts of a page. Each function runs in the page: it is sent as text. */

/**
 * Every text of the page outside of what matches `data`, and every name, tip and placeholder of its elements, trimmed.
 */
export function readTexts(data: string): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement || node.parentElement.closest(`svg, style, script, textarea, ${data}`)) continue;
    found.add((node.textContent ?? '').trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(data) !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      found.add((element.getAttribute(name) ?? '').trim());
    }
  }
  found.delete('');
  return [...found];
}

interface Replacement {
  /** Selector of elements that keep their texts. */
  readonly data: string;
  /** New texts by the text that they replace. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Puts other texts in the place of those that `others` names, outside of what matches `data`. Returns a function that
 * restores the texts, except those that were replaced meanwhile.
 */
export function replaceTexts({ data, others }: Replacement): () => void {
  const changed: { node: Text; before: string; after: string }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(`svg, style, script, textarea, ${data}`))
      continue;
    const before = node.data;
    const trimmed = before.trim();
    const other = Object.hasOwn(others, trimmed) ? others[trimmed] : undefined;
    if (other === undefined) continue;
    const after = before.replace(trimmed, () => other);
    node.data = after;
    changed.push({ node, before, after });
  }
  return () => {
    for (const { node, before, after } of changed) if (node.data === after) node.data = before;
  };
}
