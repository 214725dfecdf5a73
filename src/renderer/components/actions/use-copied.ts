import { useEffect, useState } from 'react';

const confirmationMs = 2_000;

/** The text that was copied last, for two seconds, in which its button shows a check mark; otherwise `null`. */
export function useCopied(): readonly [string | null, (text: string | null) => void] {
  const [copiedText, setCopiedText] = useState<string | null>(null);
  useEffect(() => {
    if (copiedText === null) return;
    const timer = window.setTimeout(() => setCopiedText(null), confirmationMs);
    return () => window.clearTimeout(timer);
  }, [copiedText]);
  return [copiedText, setCopiedText];
}
