import { useEffect, useRef } from 'react';
import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { classNames } from '../../../components/class-names.ts';
import { Pane } from '../../../components/Pane.tsx';

const words = proofsScreenWords.viewer;
const maxShownText = 400_000;
const maxLines = 2_000;
const maxLineLength = 20_000;
const tagLine = /^((?:\{4:)?:\d{2}[A-Z]?:)(.*)$/;

/** Props of {@link RawText}. */
export interface RawTextProps {
  readonly text: string;
  /** False when it is only the beginning. */
  readonly isWhole: boolean;
  /** Lines that are lit up, counted from 1. */
  readonly lit?: readonly [first: number, last: number] | null;
  /** Lines that are brought into view when nothing is lit up, counted from 1. */
  readonly shown?: readonly [first: number, last: number] | null;
  /** Marks the tags of a SWIFT message. */
  readonly tags?: boolean;
  readonly wrap?: boolean;
}

/** A text as it was received, with the numbers of its lines. */
export function RawText({
  text,
  isWhole,
  lit = null,
  shown = null,
  tags = false,
  wrap = false,
}: RawTextProps) {
  const list = useRef<HTMLOListElement>(null);
  const [first, last] = lit ?? shown ?? [null, null];
  useEffect(() => {
    // The last line first: where there is no room for all of them, the first ones are seen.
    for (const line of [last, first])
      if (line !== null) list.current?.children[line - 1]?.scrollIntoView({ block: 'nearest' });
  }, [first, last]);
  const lines = text.slice(0, maxShownText).split(/\r\n|\n|\r/);
  const isCut = lines.length > maxLines || lines.some((line) => line.length > maxLineLength);
  const cut = !isWhole || text.length > maxShownText || isCut;
  return (
    <>
      <ol ref={list} className={classNames('raw-lines raw selectable', wrap && 'raw-wrap')}>
        {lines.slice(0, maxLines).map((line, index) => {
          const on = lit !== null && index + 1 >= lit[0] && index + 1 <= lit[1];
          const parts = tags ? tagLine.exec(line) : null;
          const key = `${index}`;
          return (
            <li key={key} className={on ? 'on' : undefined}>
              {parts === null ? (
                line.slice(0, maxLineLength)
              ) : (
                <>
                  <b>{parts[1]}</b>
                  {parts[2]}
                </>
              )}
            </li>
          );
        })}
      </ol>
      {cut && <p className="raw-cut sm dim">{words.cutText}</p>}
    </>
  );
}

/** The pane of the original beside what Paydesk read. */
export function RawPane(props: RawTextProps) {
  return (
    <Pane className="proof-raw" label={words.raw}>
      <h3>
        {words.raw} <span className="faint">{words.rawMore}</span>
      </h3>
      <RawText {...props} />
    </Pane>
  );
}
