/** @file Lengthens words like a translation into German or Finnish. The function is sent to the page as source text. */

/**
 * Lengthens every text of the page by 40 %, with accents above and below the letters, except numbers and elements that match
 * `dataSelector`, which are the same in every language. Returns a function that restores the texts, except those that changed in the
 * meantime.
 */
export function lengthenTexts(dataSelector: string): () => void {
  const [plainLetters, accentedLetters] = ['aeioucnyAEIOUCNY', 'åëïöüçñÿÅËÏÖÜÇÑŸ'] as const;
  const fillerLetters = 'äéîõü';
  const changedTexts: { node: Text; before: string; after: string }[] = [];

  function lengthenText(text: string): string {
    let owedLetters = 0;
    return text.replaceAll(/\p{L}+/gu, (word) => {
      owedLetters += word.length * 0.4;
      const letterCount = Math.floor(owedLetters);
      owedLetters -= letterCount;
      const accent = (letter: string) => accentedLetters[plainLetters.indexOf(letter)] ?? letter;
      const accented = Array.from(word, accent).join('');
      return (
        accented + fillerLetters.repeat(Math.ceil(letterCount / fillerLetters.length)).slice(0, letterCount)
      );
    });
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (
      !(node instanceof Text) ||
      node.parentElement?.closest(`svg, style, script, textarea, ${dataSelector}`)
    )
      continue;
    const original = node.data;
    const lengthened = lengthenText(original);
    if (lengthened === original) continue;
    node.data = lengthened;
    changedTexts.push({ node, before: original, after: lengthened });
  }
  return () => {
    for (const { node, before: original, after: lengthened } of changedTexts)
      if (node.data === lengthened) node.data = original;
  };
}
