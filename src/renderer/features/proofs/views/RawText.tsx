import { useEffect, useRef } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Pane } from '../../../components/layout/Pane.tsx';
import styles from './Views.module.css';

const maxShownText = 400_000;
const maxLines = 2_000;
const maxLineLength = 20_000;
/** A line that begins with a SWIFT tag such as `:32A:`; the first line of the block also begins with `{4:`. */
const tagLine = /^((?:\{4:)?:\d{2}[A-Z]?:)(.*)$/;

interface RawTextProps {
  readonly text: string;
  /** False when the text is truncated. */
  readonly isWhole: boolean;
  /** Highlighted lines, counted from 1. */
  readonly highlighted?: readonly [first: number, last: number] | null;
  /** Lines to scroll into view when none is highlighted, counted from 1. */
  readonly revealed?: readonly [first: number, last: number] | null;
  /** True for a SWIFT message, whose tags are emphasized and whose lines do not wrap. */
  readonly isSwift?: boolean;
}

/** A text as received, with line numbers. */
export function RawText({
  text,
  isWhole,
  highlighted = null,
  revealed = null,
  isSwift = false,
}: RawTextProps) {
  const list = useRef<HTMLOListElement>(null);
  const [first, last] = highlighted ?? revealed ?? [null, null];
  useEffect(() => {
    // Scrolls to the last line first, so that the first line ends up visible when not all lines fit.
    for (const line of [last, first])
      if (line !== null) list.current?.children[line - 1]?.scrollIntoView({ block: 'nearest' });
  }, [first, last]);
  const lines = text.slice(0, maxShownText).split(/\r\n|\n|\r/);
  const areLinesCut = lines.length > maxLines || lines.some((line) => line.length > maxLineLength);
  const isTruncated = !isWhole || text.length > maxShownText || areLinesCut;
  return (
    <>
      <ol ref={list} className={classNames(styles.rawLines, 'raw selectable', !isSwift && styles.rawWrap)}>
        {lines.slice(0, maxLines).map((line, index) => {
          const isHighlighted =
            highlighted !== null && index + 1 >= highlighted[0] && index + 1 <= highlighted[1];
          const parts = isSwift ? tagLine.exec(line) : null;
          const key = `${index}`;
          return (
            <li key={key} data-highlighted={isHighlighted}>
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
      {isTruncated && <p className={classNames(styles.rawCut, 'sm dim')}>{t('proofsViewer.truncated')}</p>}
    </>
  );
}

/** Pane with an original SWIFT message next to the parsed fields. */
export function RawPane(props: Omit<RawTextProps, 'isSwift'>) {
  return (
    <Pane className={classNames(styles.proofRaw)} data-part="original" label={t('proofsViewer.raw')}>
      <h3>
        {t('proofsViewer.raw')} <span className="faint">{t('proofsViewer.rawDetail')}</span>
      </h3>
      <RawText {...props} isSwift />
    </Pane>
  );
}
