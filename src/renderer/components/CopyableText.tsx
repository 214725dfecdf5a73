import { useEffect, useState } from 'react';
import { componentWords } from '../../shared/words/components.ts';
import { IconButton } from './Button.tsx';
import { classNames } from './class-names.ts';
import { copyText } from './copy-text.ts';

/** Letters that stay at each end of a shortened text. */
const charactersAtEnds = 8;
const thanks = 2000;

/** `9c1f04a1…77e77b2a`: a long key or hash by its two ends; a short one whole. */
export function shortenedKey(text: string): string {
  if (text.length <= charactersAtEnds * 2 + 1) return text;
  return `${text.slice(0, charactersAtEnds)}…${text.slice(-charactersAtEnds)}`;
}

export interface CopyableTextProps {
  readonly text: string;
  /** What the button does: *Copy recipient ID*. */
  readonly label: string;
  /** Shows only the two ends; the whole text is in the tooltip, for screen readers, and what is copied. */
  readonly shortened?: boolean;
  readonly face?: 'id' | 'raw';
  /** Copies it in another way, as a secret for example; the promise says whether it did. */
  readonly onCopy?: () => Promise<boolean>;
}

/** An identifier, key or hash with a button that copies it. */
export function CopyableText({ text, label, shortened = false, face = 'id', onCopy }: CopyableTextProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const justCopied = copied === text;
  useEffect(() => {
    if (copied === null) return;
    const timer = window.setTimeout(() => setCopied(null), thanks);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const done = onCopy === undefined ? copyText(text) : await onCopy().catch(() => false);
    setCopied(done ? text : null);
  };
  return (
    <span className="copyable">
      {shortened ? (
        <>
          <span className={face} title={text} aria-hidden="true">
            {shortenedKey(text)}
          </span>
          <span className="sr">{text}</span>
        </>
      ) : (
        <span className={classNames(face, 'selectable')}>{text}</span>
      )}
      <IconButton
        icon={justCopied ? 'check' : 'copy'}
        label={justCopied ? componentWords.copied : label}
        size="tiny"
        onPress={() => void copy()}
      />
      <span className="sr" role="status">
        {justCopied ? componentWords.copied : ''}
      </span>
    </span>
  );
}
