import { Fragment } from 'react';
import { joinedHead } from '../layout/join-tail.ts';
import styles from './FileName.module.css';
import { describeName, splitAtUnderscores, splitHiddenCharacters, splitName } from './file-name.ts';

function Text({ text, canWrap }: { readonly text: string; readonly canWrap: boolean }) {
  if (!canWrap) return text;
  return splitAtUnderscores(text).map((piece) => (
    <Fragment key={piece.offset}>
      {piece.offset > 0 && <wbr />}
      {piece.text}
    </Fragment>
  ));
}

function NameText({ text, canWrap = false }: { readonly text: string; readonly canWrap?: boolean }) {
  return splitHiddenCharacters(text).map((part) =>
    part.kind === 'text' ? (
      <Text key={part.offset} text={part.text} canWrap={canWrap} />
    ) : (
      <span key={part.offset} className={styles.controlMark}>
        {part.text}
      </span>
    ),
  );
}

interface FileNameProps {
  readonly name: string;
  readonly whole?: boolean;
  /** The tooltip, when it contains more than the full name, such as the folder. */
  readonly title?: string;
}

/**
 * A file name that is shortened in the middle and keeps its extension; the full name is in the tooltip. With
 * `whole` it wraps instead. It is isolated from the direction of the surrounding text, and invisible or
 * direction-changing characters are shown by name.
 */
export function FileName({ name, whole = false, title }: FileNameProps) {
  if (whole) {
    return (
      <bdi className={styles.whole}>
        <NameText text={name} canWrap />
      </bdi>
    );
  }
  const { head, tail } = splitName(name);
  return (
    <bdi className="flex min-w-0 nowrap" data-part="file-name" title={describeName(title ?? name)}>
      {/* Adjacent elements would be read as separate words. */}
      <span className={styles.spoken} data-part="spoken">
        {describeName(name)}
      </span>
      {/* A new text is a new element, whose room is measured anew. */}
      {head !== '' && (
        <span key={head} ref={joinedHead} className={styles.head} aria-hidden="true">
          <NameText text={head} />
        </span>
      )}
      <span className={styles.tail} aria-hidden="true">
        <NameText text={tail} />
      </span>
    </bdi>
  );
}
