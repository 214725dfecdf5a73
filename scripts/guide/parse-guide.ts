/**
 * @file Parses the user guide. Only what the guide needs is accepted: HTML, addresses outside the guide and pictures from
 * elsewhere stop the build, so that the window never has to decide about them.
 */
import { lexer } from 'marked';
import { z } from 'zod';
import type { GuideBlock, GuideChapter, GuideSection, GuideText } from '../../src/shared/model/user-guide.ts';

const plainText = z.string().regex(/^[^*`[\]\\<>]+$/);

const inlineSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['text', 'escape']), text: z.string() }),
    z.object({ type: z.literal('codespan'), text: z.string() }),
    z.object({ type: z.literal('strong'), text: plainText }),
    z.object({ type: z.literal('em'), text: plainText }),
    z.object({ type: z.literal('link'), text: plainText, href: z.string().regex(/^#[\w-]+$/) }),
  ])
  .transform((token): GuideText => {
    const text = token.text.replaceAll('\n', ' ');
    if (token.type === 'link') return { kind: 'link', text, target: token.href.slice(1) };
    const kinds = {
      text: 'text',
      escape: 'text',
      codespan: 'code',
      strong: 'strong',
      em: 'emphasis',
    } as const;
    return { kind: kinds[token.type], text };
  });

const sentenceSchema = z.array(inlineSchema);
const cellSchema = z.object({ tokens: sentenceSchema }).transform(({ tokens }) => tokens);
const itemSchema = z
  .object({ tokens: z.tuple([z.object({ type: z.enum(['text', 'paragraph']), tokens: sentenceSchema })]) })
  .transform(({ tokens: [line] }) => line.tokens);
const pictureSchema = z.object({
  type: z.literal('image'),
  href: z.string().regex(/^\.\.\/images\/[\w-]+\.png$/),
  text: z.string().min(1),
});

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('space') }),
  z.object({ type: z.literal('heading'), depth: z.int().min(1).max(3), text: plainText }),
  z.object({
    type: z.literal('paragraph'),
    tokens: z.union([z.tuple([pictureSchema]), sentenceSchema]),
  }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(itemSchema) }),
  z.object({ type: z.literal('table'), header: z.array(cellSchema), rows: z.array(z.array(cellSchema)) }),
]);

type BlockToken = z.infer<typeof blockSchema>;

/** Returns the ID that GitHub gives a heading. */
const headingId = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');

function toBlock(token: Exclude<BlockToken, { type: 'space' | 'heading' }>): GuideBlock {
  if (token.type === 'table') return { kind: 'table', head: token.header, rows: token.rows };
  if (token.type === 'list') return { kind: 'list', isOrdered: token.ordered, items: token.items };
  const [first] = token.tokens;
  if (first !== undefined && 'type' in first) {
    return { kind: 'picture', file: first.href.slice('../images/'.length), alt: first.text };
  }
  return { kind: 'paragraph', content: token.tokens.filter((part) => 'kind' in part) };
}

/** True for the table of contents, which the help has a list of its own for. */
const isContents = (block: GuideBlock) =>
  block.kind === 'list' && block.items.every(([part, ...rest]) => part?.kind === 'link' && rest.length === 0);

/** Returns the chapters of the guide. Its introduction opens the first chapter. */
export function parseGuide(markdown: string): readonly GuideChapter[] {
  const introduction: GuideBlock[] = [];
  const chapters: { id: string; title: string; sections: GuideSection[] }[] = [];
  let blocks = introduction;
  for (const token of z.array(blockSchema).parse(lexer(markdown))) {
    if (token.type === 'space') continue;
    if (token.type !== 'heading') {
      blocks.push(toBlock(token));
      continue;
    }
    if (token.depth === 1) continue;
    blocks =
      token.depth === 2 && chapters.length === 0 ? introduction.filter((block) => !isContents(block)) : [];
    const section = { id: headingId(token.text), title: token.text, blocks };
    const chapter = chapters.at(-1);
    if (token.depth === 2) chapters.push({ id: section.id, title: section.title, sections: [section] });
    else if (chapter === undefined) throw new Error(`The section ${token.text} is in no chapter.`);
    else chapter.sections.push(section);
  }
  return chapters;
}

/** Returns the file names of the pictures in the guide, each once. */
export function listPictures(chapters: readonly GuideChapter[]): readonly string[] {
  const blocks = chapters.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  return [...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : [])))];
}
