/** @file Reads and replaces the texts of a page. Each function is sent to the page as source text. */

/**
 * Returns every text of the page outside of elements that match `dataSelector`, and every accessible name, tooltip and
 * placeholder, trimmed.
 */
export function readTexts(dataSelector: string): string[] {
  const texts = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement || node.parentElement.closest(`svg, style, script, textarea, ${dataSelector}`))
      continue;
    texts.add((node.textContent ?? '').trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(dataSelector) !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      texts.add((element.getAttribute(name) ?? '').trim());
    }
  }
  texts.delete('');
  return [...texts];
}

interface Replacement {
  /** Selector of elements that keep their texts. */
  readonly data: string;
  /** New texts by the text that they replace. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Replaces the texts that `others` names, except in elements that match `data`. Returns a function that restores the texts,
 * except those that changed meanwhile.
 */
export function replaceTexts({ data, others }: Replacement): () => void {
  const changedTexts: { node: Text; before: string; after: string }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(`svg, style, script, textarea, ${data}`))
      continue;
    const original = node.data;
    const trimmed = original.trim();
    const newText = Object.hasOwn(others, trimmed) ? others[trimmed] : undefined;
    if (newText === undefined) continue;
    const replacement = original.replace(trimmed, () => newText);
    node.data = replacement;
    changedTexts.push({ node, before: original, after: replacement });
  }
  return () => {
    for (const { node, before: original, after: replacement } of changedTexts)
      if (node.data === replacement) node.data = original;
  };
}
