/** @file Finds texts that are not in the pseudo-locale. Runs in the page, as text. */

/**
 * Every text of the page with a word in plain letters, outside of what matches `data`: in the pseudo-locale each letter
 * of a message has an accent, so such a text was written in the code or came from outside.
 */
export function findUntranslated(data: string): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || parent.closest(`svg, style, script, textarea, ${data}`) !== null) continue;
    const text = (node.textContent ?? '').trim();
    if (/(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/u.test(text)) found.add(text);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (element.closest(data) !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) {
      const text = element.getAttribute(name) ?? '';
      if (/(?<!\p{L})[A-Za-z]{3,}(?!\p{L})/u.test(text)) found.add(text);
    }
  }
  return [...found];
}
