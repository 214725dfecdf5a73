/** @file Names of encodings, with and without their languages. */
import { t } from '../../../../shared/messages/index.ts';
import type { StatementEncoding } from '../../../../shared/model/statements/open-statement.ts';

/** Names of encodings; the same in every language. */
export const encodingNames: Readonly<Record<StatementEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-15': 'ISO-8859-15',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
};

const scripts = {
  'windows-1252': 'western',
  'windows-1250': 'central',
  'iso-8859-15': 'western',
  shift_jis: 'japanese',
  gb18030: 'chinese',
  'windows-1251': 'cyrillic',
  'koi8-r': 'russian',
} as const;

/** Returns a label such as “Windows-1252 (Western European)”. */
export function encodingLabel(id: StatementEncoding): string {
  const encoding = encodingNames[id];
  if (id === 'utf-8' || id === 'utf-16le' || id === 'utf-16be') return encoding;
  return t(`statementInterpretation.script.${scripts[id]}`, { encoding });
}
