/** @file Searches the user guide. */
import type { GuideBlock, GuideChapter, GuideSentence } from '../../../shared/model/user-guide.ts';

interface FoundSection {
  readonly id: string;
  readonly title: string;
  /** The title of the chapter, where it differs, and the text around the first found word. */
  readonly detail: string;
}

/** Characters of text on each side of a found word. */
const contextLength = 60;

const sentenceText = (sentence: GuideSentence) => sentence.map(({ text }) => text).join('');

function blockText(block: GuideBlock): string {
  if (block.kind === 'paragraph') return sentenceText(block.content);
  if (block.kind === 'picture') return block.alt;
  if (block.kind === 'list') return block.items.map(sentenceText).join(' ');
  return [block.head, ...block.rows].map((row) => row.map(sentenceText).join(' ')).join(' ');
}

function excerpt(text: string, word: string): string {
  const at = Math.max(text.toLowerCase().indexOf(word), 0);
  const start = Math.max(at - contextLength, 0);
  const end = Math.min(at + word.length + contextLength, text.length);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** Returns the sections that contain every word of the text; those with all words in their title come first. */
export function findSections(chapters: readonly GuideChapter[], text: string): readonly FoundSection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = chapters.flatMap((chapter) =>
    chapter.sections.flatMap(({ id, title, blocks }) => {
      const body = blocks.map(blockText).join(' ');
      const isIn = (place: string) => words.every((word) => place.toLowerCase().includes(word));
      if (!isIn(`${title} ${body}`)) return [];
      const context = excerpt(body, words.find((word) => body.toLowerCase().includes(word)) ?? '');
      const detail = id === chapter.id ? context : `${chapter.title}: ${context}`;
      return [{ id, title, detail, isInTitle: isIn(title) }];
    }),
  );
  return [...found.filter(({ isInTitle }) => isInTitle), ...found.filter(({ isInTitle }) => !isInTitle)];
}
