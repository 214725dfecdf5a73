import { t } from '../../../shared/messages/index.ts';
import { classNames } from '../layout/class-names.ts';
import styles from './CopyableText.module.css';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { useCopied } from './use-copied.ts';

/** Characters that stay at each end of a shortened text. */
const charactersAtEnds = 8;

/** Shortens a long key or hash to its two ends: `9c1f04a1…77e77b2a`. A short text is returned whole. */
function shortenKey(text: string): string {
  if (text.length <= charactersAtEnds * 2 + 1) return text;
  return `${text.slice(0, charactersAtEnds)}…${text.slice(-charactersAtEnds)}`;
}

interface CopyableTextProps {
  readonly text: string;
  /** The label of the button: *Copy recipient ID*. */
  readonly label: string;
  /** Shows only the two ends of the text. The tooltip, screen readers and the clipboard get the whole text. */
  readonly shortened?: boolean;
  readonly face?: 'id' | 'raw';
  /** Copies instead of the component, for example a secret; resolves with whether the text was copied. */
  readonly onCopy?: () => Promise<boolean>;
}

/** An identifier, key or hash with a button that copies it. */
export function CopyableText({ text, label, shortened = false, face = 'id', onCopy }: CopyableTextProps) {
  const [copiedText, setCopiedText] = useCopied();
  const isCopied = copiedText === text;
  const copy = async () => {
    const hasCopied = onCopy === undefined ? copyText(text) : await onCopy().catch(() => false);
    setCopiedText(hasCopied ? text : null);
  };
  return (
    <span className={styles.copyable}>
      {shortened ? (
        <>
          <span className={face} title={text} aria-hidden="true">
            {shortenKey(text)}
          </span>
          <span className="sr">{text}</span>
        </>
      ) : (
        <span className={classNames(face, 'selectable')}>{text}</span>
      )}
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={isCopied ? t('components.copied') : label}
        size="tiny"
        onPress={() => void copy()}
      />
      <span className="sr" role="status">
        {isCopied ? t('components.copied') : ''}
      </span>
    </span>
  );
}
