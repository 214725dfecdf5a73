/** @file Keyboard shortcuts of commands: parsing, display and matching. */
import type { Platform } from '../settings/platform.ts';

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
    // `Mod++` is the plus key.
    key: keys.endsWith('+') ? '+' : (parts.at(-1) ?? ''),
  };
}

/** True when the pressed keys are the ones written as `Mod+Shift+O`. */
export function matchesKeys(pressed: PressedKey, keys: string, platform: Platform): boolean {
  const parsed = parseKeys(keys);
  const mod = platform === 'mac' ? pressed.metaKey : pressed.ctrlKey;
  const otherModifier = platform === 'mac' ? pressed.ctrlKey : pressed.metaKey;
  return (
    pressed.key.toLowerCase() === parsed.key.toLowerCase() &&
    mod === parsed.mod &&
    !otherModifier &&
    pressed.shiftKey === parsed.shift &&
    pressed.altKey === parsed.alt
  );
}

const arrowSymbols: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** Formats keys for display: `Mod+Shift+O` as `Ctrl Shift O`, on macOS as `⇧⌘O`. */
export function formatKeys(keys: string, platform: Platform): string {
  const { mod, shift, alt, key: name } = parseKeys(keys);
  const key = arrowSymbols[name] ?? name;
  if (platform === 'mac') return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${key}`;
  return [mod && 'Ctrl', alt && 'Alt', shift && 'Shift', key].filter((part) => part !== false).join(' ');
}
