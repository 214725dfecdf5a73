/** @file Lengthens words like a translation into German or Finnish. Runs in the page, as text. */

/**
 * Lengthens every text of the page by 40 %, with accents above and below the letters, except numbers and elements that match
 * `data`, which are the same in every language. Returns a function that restores the texts, except those that changed in the
 * meantime.
 */
export function lengthenTexts(data: string): () => void {
  const accents: Readonly<Record<string, string>> = {
    a: 'å',
    e: 'ë',
    i: 'ï',
    o: 'ö',
    u: 'ü',
    c: 'ç',
    n: 'ñ',
    y: 'ÿ',
    A: 'Å',
    E: 'Ë',
    I: 'Ï',
    O: 'Ö',
    U: 'Ü',
    C: 'Ç',
    N: 'Ñ',
    Y: 'Ÿ',
  };
  const filling = 'äéîõü';
  const changed: { node: Text; before: string; after: string }[] = [];

  function longer(text: string): string {
    let due = 0;
    return text.replaceAll(/\p{L}+/gu, (word) => {
      due += word.length * 0.4;
      const more = Math.floor(due);
      due -= more;
      const accented = Array.from(word, (letter) => accents[letter] ?? letter).join('');
      return accented + filling.repeat(Math.ceil(more / filling.length)).slice(0, more);
    });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(`svg, style, script, textarea, ${data}`))
      continue;
    const before = node.data;
    const after = longer(before);
    if (after === before) continue;
    node.data = after;
    changed.push({ node, before, after });
  }
  return () => {
    for (const { node, before, after } of changed) if (node.data === after) node.data = before;
  };
}
