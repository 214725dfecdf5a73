import { Fragment } from 'react';
import { linePieces, nameParts, speakableName, splitName } from './file-name.ts';

function Text({ text, breakable }: { readonly text: string; readonly breakable: boolean }) {
  if (!breakable) return text;
  return linePieces(text).map((piece) => (
    <Fragment key={piece.at}>
      {piece.at > 0 && <wbr />}
      {piece.text}
    </Fragment>
  ));
}

function Marked({ text, breakable = false }: { readonly text: string; readonly breakable?: boolean }) {
  return nameParts(text).map((part) =>
    part.kind === 'text' ? (
      <Text key={part.at} text={part.text} breakable={breakable} />
    ) : (
      <span key={part.at} className="control-mark">
        {part.text}
      </span>
    ),
  );
}

export interface FileNameProps {
  readonly name: string;
  readonly whole?: boolean;
  /** The tooltip, when it says more than the full name, such as its folder. */
  readonly title?: string;
}

/**
 * A file name that gives way in the middle and keeps its extension; the full text is in the tooltip. With `whole` it
 * wraps instead. It is isolated from the text around it, and characters that would be invisible or turn it around
 * are shown by their names.
 */
export function FileName({ name, whole = false, title }: FileNameProps) {
  if (whole) {
    return (
      <bdi className="name-whole">
        <Marked text={name} breakable />
      </bdi>
    );
  }
  const { head, tail } = splitName(name);
  return (
    <bdi className="name" title={speakableName(title ?? name)}>
      {/* Two pieces beside each other would be read as two words. */}
      <span className="sr">{speakableName(name)}</span>
      {head !== '' && (
        <span className="name-head" aria-hidden="true">
          <Marked text={head} />
        </span>
      )}
      <span className="name-tail" aria-hidden="true">
        <Marked text={tail} />
      </span>
    </bdi>
  );
}
