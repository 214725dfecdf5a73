/** @file Keys of commands: how they are written, shown and recognised. */
import type { Platform } from './platform.ts';

/** A key that was pressed. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

interface ParsedKeys {
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly key: string;
}

function parseKeys(keys: string): ParsedKeys {
  const parts = keys.split('+');
  return {
    mod: parts.includes('Mod'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: parts.at(-1) ?? '',
  };
}

/** True when the pressed keys are the ones written as `Mod+Shift+O`. */
export function matchesKeys(pressed: PressedKey, keys: string, platform: Platform): boolean {
  const parsed = parseKeys(keys);
  const mod = platform === 'mac' ? pressed.metaKey : pressed.ctrlKey;
  const other = platform === 'mac' ? pressed.ctrlKey : pressed.metaKey;
  return (
    pressed.key.toLowerCase() === parsed.key.toLowerCase() &&
    mod === parsed.mod &&
    !other &&
    pressed.shiftKey === parsed.shift &&
    pressed.altKey === parsed.alt
  );
}

const signs: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** `Ctrl Shift O`, on macOS `⇧⌘O`. */
export function shownKeys(keys: string, platform: Platform): string {
  const { mod, shift, alt, key: name } = parseKeys(keys);
  const key = signs[name] ?? name;
  if (platform === 'mac') return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${key}`;
  return [mod && 'Ctrl', alt && 'Alt', shift && 'Shift', key].filter((part) => part !== false).join(' ');
}
