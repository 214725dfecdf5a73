/** @file Guesses the encoding of a text without a byte order mark, by its letters and their neighbours. */
import type { StatementEncoding } from '../../../shared/model/statements/encoding.ts';
import { decodeCodePage, isCodePage } from './code-pages.ts';

const sampleBytes = 1 << 16;

/** Non-ASCII letters of each language, lower case, the most frequent first. */
const western = [
  'üäößé',
  'éèàêçûôùâîëïœüæ',
  'óíáéñúü',
  'ãçáóéêíõâúôàü',
  'àèéùòì',
  'äöåéü',
  'åøæéöä',
  'áíðóéúýþæö',
  'éëïöüóèá',
  'äõüöšž',
];
const central = ['íáěéžýřčšůúďťóň', 'áíéýčšžúľťôňóäďŕĺ', 'łęążóśćńź', 'áéóöíüőúű', 'čšžćđ', 'ăîâşţ'];
const cyrillic = ['оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'];
const greek = ['αοιετσνηυρπκμλωςγδθάίόέήφχβξύζώψ'];
const turkish = ['ıiüşğçöâ'];
const hebrew = ['יוהלאתרשמבנקחעדפםכסןטגצזךץףה'];
const arabic = ['اليمنتروبدسعفهقكجحصشةىطخذءأثضزغإظؤئآ'];
const baltic = ['ėšžųįąčęūāīēģķļņ'];
const thai = ['านรกอเงมยลวดทสตะปบคหแจพชขใไผโถซศธ่้ี์ิัุึู็'];

const singleByte = [
  ['windows-1252', western],
  ['iso-8859-15', western],
  ['windows-1250', central],
  ['iso-8859-2', central],
  ['ibm850', western],
  ['ibm852', central],
  ['windows-1251', cyrillic],
  ['koi8-r', cyrillic],
  ['ibm866', cyrillic],
  ['x-mac-cyrillic', cyrillic],
  ['windows-1253', greek],
  ['windows-1254', turkish],
  ['windows-1255', hebrew],
  ['windows-1256', arabic],
  ['windows-1257', baltic],
  ['windows-874', thai],
] as const;

/** Words of which nearly every statement in these languages has one, or letters of the language. */
const simplifiedTerms =
  /日期|金额|余额|账户|帐户|账号|交易|摘要|收入|支出|人民币|币种|银行|转账|对方|户名|备注/;
const traditionalTerms =
  /日期|金額|餘額|帳戶|帳號|交易|摘要|收入|支出|新臺幣|新台幣|幣別|銀行|轉帳|對方|戶名|備註|存入|提款/;
const koreanTerms = /거래|금액|잔액|입금|출금|적요|계좌|일자|날짜|내용|은행/;
const japaneseTerms = /[\u3041-\u3096\u30a1-\u30fa]|年|月|日|金額|残高|取引|摘要|番号|区分|振込|口座/;

/** Returns the part of a file from the first line with non-ASCII bytes on. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  );
  const start = bytes.subarray(0, first).lastIndexOf(0x0a) + 1;
  const sample = bytes.subarray(start, start + sampleBytes);
  if (start + sampleBytes >= bytes.length) return sample;
  const end = sample.lastIndexOf(0x0a);
  return end > 0 ? sample.subarray(0, end) : sample;
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

const eastAsian = /[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g;
/** In a wrong encoding, East Asian characters are isolated among Latin letters. */
const afterEastAsian =
  /(?<=[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3])[\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/g;
const kana = /[\u3041-\u30ff]/g;
const hangul = /[\uac00-\ud7a3]/g;
const halfWidthKana = /[\uff61-\uff9f]/g;

/** East Asian encodings with the words of their languages, those that accept the fewest bytes first. */
const eastAsianEncodings = [
  ['shift_jis', japaneseTerms],
  ['gb18030', simplifiedTerms],
  ['euc-kr', koreanTerms],
  ['euc-jp', japaneseTerms],
  ['big5', traditionalTerms],
] as const;

/** True if bytes are a text of an East Asian encoding with words of statements in its language. */
function isEastAsian(bytes: Uint8Array, [encoding, terms]: (typeof eastAsianEncodings)[number]): boolean {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  const characters = count(text, eastAsian);
  const isLanguage =
    terms === japaneseTerms
      ? characters >= count(text, halfWidthKana) && count(text, hangul) === 0
      : count(text, kana) * 4 <= characters &&
        (terms !== koreanTerms || count(text, hangul) * 2 > characters);
  return characters >= 4 && isLanguage && count(text, afterEastAsian) >= characters * 0.4 && terms.test(text);
}

/** An encoding, rated by the text that it gives. */
interface RatedEncoding {
  readonly encoding: StatementEncoding;
  /** Log likelihood of the non-ASCII characters in the best language. */
  readonly likelihood: number;
  /** Share of these characters that are plausible in that language. */
  readonly share: number;
  readonly text: string;
}

/** Signs that occur in statements. */
const signs = new Set('€£¥§°©®«»“”„‘’‚–—…•·´ºª²');
/** Signs that also occur inside words. */
const signsInsideTerms = new Set('’´·‘–');

/** Non-ASCII characters except no-break spaces. */
const nonAsciiCharacters = /[^\p{ASCII}\u00a0\u202f]/gu;
const letter = /\p{L}/u;
const latin = /\p{Script=Latin}/u;
const cyrillicLetter = /\p{Script=Cyrillic}/u;

/** Probability of a usual sign. */
const likelySign = 0.05;
/** Probability of a character that the language does not have. */
const unlikely = 0.002;

/** Probability of each letter of a language, by Zipf’s law from its rank. */
function frequencies(language: string): ReadonlyMap<string, number> {
  const letters = Array.from(language);
  const sum = letters.reduce((total, _, rank) => total + 1 / (rank + 1), 0);
  const letterFrequencies = letters.map((character, rank) => [character, 1 / (rank + 1) / sum] as const);
  return new Map([
    ...letterFrequencies,
    ...letterFrequencies.map(([character, value]) => [character.toUpperCase(), value] as const),
  ]);
}

/** A non-ASCII character, and the number of letters next to it. */
interface CharacterInText {
  readonly character: string;
  readonly letters: number;
}

function likelihoodOf(
  { character, letters }: CharacterInText,
  letterFrequencies: ReadonlyMap<string, number>,
): number {
  if (signs.has(character)) return letters < 2 || signsInsideTerms.has(character) ? likelySign : unlikely;
  const known = letterFrequencies.get(character) ?? unlikely;
  // An isolated letter is probably a sign in a wrong encoding.
  return letters === 0 ? Math.min(known * 0.01, unlikely) : known;
}

function charactersOf(text: string): CharacterInText[] {
  return [...text.matchAll(nonAsciiCharacters)].map(({ 0: character, index }) => {
    const neighbors = [text[index - 1] ?? '', text[index + 1] ?? ''];
    // No word mixes the two scripts.
    const isMixed = cyrillicLetter.test(character) && neighbors.some((other) => latin.test(other));
    return { character, letters: isMixed ? 0 : neighbors.filter((other) => letter.test(other)).length };
  });
}

function rate(bytes: Uint8Array, encoding: StatementEncoding, languages: readonly string[]): RatedEncoding {
  const text = isCodePage(encoding)
    ? decodeCodePage(bytes, encoding)
    : new TextDecoder(encoding).decode(bytes);
  const characters = hasUsualCase(text) ? charactersOf(text) : [];
  const rated = languages.map((language) => {
    const letterFrequencies = frequencies(language);
    const probabilities = characters.map((character) => likelihoodOf(character, letterFrequencies));
    const likelihood = probabilities.reduce((sum, one) => sum + Math.log(one), 0);
    return {
      likelihood,
      share: probabilities.filter((one) => one > unlikely).length / Math.max(1, probabilities.length),
    };
  });
  const [best] = rated.toSorted((one, two) => two.likelihood - one.likelihood);
  const { likelihood, share } = best ?? { likelihood: 0, share: 0 };
  return {
    encoding,
    text,
    share,
    likelihood: characters.length === 0 ? Number.NEGATIVE_INFINITY : likelihood,
  };
}

/** False when most Cyrillic words have capitals inside, as in a text of a code page with upper and lower case exchanged. */
function hasUsualCase(text: string): boolean {
  const words = text.match(/\p{Script=Cyrillic}{2,}/gu) ?? [];
  const usualCaseCount = words.filter(
    (word) => /^\p{L}\p{Ll}*$/u.test(word) || /^\p{Lu}+$/u.test(word),
  ).length;
  return usualCaseCount >= words.length * 0.5;
}

/** Minimum share of plausible characters for any guess but Windows-1252. */
const minShare = 0.75;
/** Minimum lead for another encoding than Windows-1252: 4 times as likely. */
const minLead = Math.log(4);

/** Minimum number of non-ASCII characters for a code page of DOS. */
const minDosCharacters = 4;

/** Returns the likeliest encoding of a text that is not valid UTF-8 and has no byte order mark. */
export function guessEncoding(bytes: Uint8Array): StatementEncoding {
  const sample = sampleOf(bytes);
  const eastAsianEncoding = eastAsianEncodings.find((candidate) => isEastAsian(sample, candidate));
  if (eastAsianEncoding !== undefined) return eastAsianEncoding[0];
  const rated = singleByte.map(([encoding, languages]) => rate(sample, encoding, languages));
  const [best] = rated.toSorted((one, two) => two.likelihood - one.likelihood);
  const fallback = 'windows-1252';
  if (best === undefined) return fallback;
  // Encodings that give the same text are no alternatives.
  const others = rated.filter(({ text }) => text !== best.text).map(({ likelihood }) => likelihood);
  const lead = best.likelihood - Math.max(Number.NEGATIVE_INFINITY, ...others);
  if (!(lead >= minLead) || best.share < minShare) return fallback;
  // Single letters that a program broke are also letters of DOS.
  const isBroken = isCodePage(best.encoding) && count(best.text, nonAsciiCharacters) < minDosCharacters;
  return isBroken ? fallback : best.encoding;
}
