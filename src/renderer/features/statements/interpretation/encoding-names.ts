/** @file Names of encodings, with and without their languages. */
import { t } from '../../../../shared/messages/index.ts';
import type { StatementEncoding } from '../../../../shared/model/statements/encoding.ts';

const unusualNames: Readonly<Partial<Record<StatementEncoding, string>>> = {
  big5: 'Big5',
  macintosh: 'Macintosh',
  shift_jis: 'Shift_JIS',
  'x-mac-cyrillic': 'Macintosh',
};

/** Returns the name of an encoding; the same in every language. */
export function encodingName(id: StatementEncoding): string {
  return unusualNames[id] ?? (id.startsWith('windows') ? id.replace('w', 'W') : id.toUpperCase());
}

const scripts = {
  'windows-1250': 'central',
  'windows-1251': 'cyrillic',
  'windows-1252': 'western',
  'windows-1253': 'greek',
  'windows-1254': 'turkish',
  'windows-1255': 'hebrew',
  'windows-1256': 'arabic',
  'windows-1257': 'baltic',
  'windows-1258': 'vietnamese',
  'windows-874': 'thai',
  'iso-8859-2': 'central',
  'iso-8859-3': 'south',
  'iso-8859-4': 'baltic',
  'iso-8859-5': 'cyrillic',
  'iso-8859-6': 'arabic',
  'iso-8859-7': 'greek',
  'iso-8859-8': 'hebrew',
  'iso-8859-8-i': 'hebrew',
  'iso-8859-10': 'nordic',
  'iso-8859-13': 'baltic',
  'iso-8859-14': 'celtic',
  'iso-8859-15': 'western',
  'iso-8859-16': 'romanian',
  'koi8-r': 'russian',
  'koi8-u': 'ukrainian',
  macintosh: 'western',
  'x-mac-cyrillic': 'cyrillic',
  ibm850: 'western',
  ibm852: 'central',
  ibm866: 'cyrillic',
  gb18030: 'chinese',
  gbk: 'chinese',
  big5: 'traditional',
  'euc-jp': 'japanese',
  'iso-2022-jp': 'japanese',
  shift_jis: 'japanese',
  'euc-kr': 'korean',
} as const;

function hasScript(id: StatementEncoding): id is keyof typeof scripts {
  return Object.hasOwn(scripts, id);
}

/** Returns a label such as “Windows-1252 (Western European)”; Unicode has no language. */
export function encodingLabel(id: StatementEncoding): string {
  const encoding = encodingName(id);
  return hasScript(id) ? t(`statementInterpretation.script.${scripts[id]}`, { encoding }) : encoding;
}
