import type { GuideBlock, GuideSentence } from '../../../shared/model/user-guide.ts';
import styles from './Help.module.css';

interface GuideBlocksProps {
  readonly blocks: readonly GuideBlock[];
  /** The pictures of the guide, by their file names. */
  readonly pictures: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >;
  /** Called with the ID of a section when its link is pressed. */
  readonly onShow: (sectionId: string) => void;
}

function Sentence({ content, onShow }: { content: GuideSentence; onShow: GuideBlocksProps['onShow'] }) {
  return content.map((part, index) => {
    const key = `${index} ${part.text}`;
    if (part.kind === 'link') {
      return (
        <button key={key} type="button" className={styles.link} onClick={() => onShow(part.target)}>
          {part.text}
        </button>
      );
    }
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'emphasis') return <em key={key}>{part.text}</em>;
    if (part.kind === 'code') return <code key={key}>{part.text}</code>;
    return part.text;
  });
}

const keyOf = (content: GuideSentence | undefined, index: number) => `${index} ${content?.[0]?.text ?? ''}`;

function Block({ block, pictures, onShow }: Omit<GuideBlocksProps, 'blocks'> & { block: GuideBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Sentence content={block.content} onShow={onShow} />
      </p>
    );
  }
  if (block.kind === 'picture') {
    const picture = pictures[block.file];
    if (picture === undefined) return null;
    return (
      <img
        className={styles.picture}
        src={picture.url}
        alt={block.alt}
        width={picture.width}
        height={picture.height}
      />
    );
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List className={styles.list}>
        {block.items.map((item, index) => (
          <li key={keyOf(item, index)}>
            <Sentence content={item} onShow={onShow} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {block.head.map((cell, index) => (
            <th key={keyOf(cell, index)} scope="col">
              <Sentence content={cell} onShow={onShow} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, rowIndex) => (
          <tr key={keyOf(row[0], rowIndex)}>
            {row.map((cell, index) => (
              <td key={keyOf(cell, index)}>
                <Sentence content={cell} onShow={onShow} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function GuideBlocks({ blocks, pictures, onShow }: GuideBlocksProps) {
  return blocks.map((block, index) => (
    <Block
      key={keyOf(block.kind === 'paragraph' ? block.content : undefined, index)}
      block={block}
      pictures={pictures}
      onShow={onShow}
    />
  ));
}
