/** @file Names in scripts that need fonts of the system, read back by Poppler from a table, a heading and a fact. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { TextPages } from '../../../../src/main/formats/pages/text-pages.ts';
import { printText } from '../../../fakes/files/print-text.ts';

const names = [
  ['Latin', 'Škoda Lisovna Plzeň a.s.', 'cs'],
  ['Cyrillic', 'ООО «Щука и Ёж»', 'ru'],
  ['Greek', 'Ελληνική Εταιρεία Ύδρευσης', 'el'],
  ['Chinese', '北京东方贸易有限公司', 'zh-cn'],
  ['Japanese', '東海精密機械株式会社', 'ja'],
  ['Korean', '대한무역 주식회사', 'ko'],
  ['Arabic', 'شركة النور للتجارة المحدودة', 'ar'],
  ['Hebrew', 'חברת אור למסחר', 'he'],
  ['Thai', 'บริษัท สยามการค้า จำกัด', 'th'],
  ['Devanagari', 'भारत व्यापार निगम लिमिटेड', 'hi'],
] as const;

/** Returns what is missing on this machine, or `null`. */
function findMissing(): string | null {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    for (const [script, , language] of names) {
      const found = execFileSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' });
      if (found.trim() === '') return `no font for ${script} is installed (fonts-noto-core, fonts-noto-cjk)`;
    }
    return null;
  } catch {
    return 'poppler-utils and fontconfig are not installed';
  }
}

const missing = findMissing();

const text: TextPages = {
  title: 'Names',
  subtitle: 'In every script',
  blocks: names.flatMap(([script, name]): TextPages['blocks'] => [
    { is: 'heading', level: 1, text: name },
    { is: 'facts', facts: [{ term: script, lines: [name] }] },
    { is: 'table', columns: [{ name, isAtEnd: false }], rows: [[name]] },
    { is: 'original', text: name },
  ]),
  foot: { name: 'Names', lines: names.map(([, name]) => name) },
};

test.skipIf(missing !== null)(
  `names in ten scripts are read back${missing === null ? '' : `: ${missing}`}`,
  async () => {
    const pdf = await printText(text);
    const shown = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf ?? '', encoding: 'utf8' });
    // Poppler marks the direction of lines, and decides by itself where spaces are.
    const plain = (value: string) => value.normalize('NFKC').replaceAll(/[\s\u200e\u200f\u202a-\u202e]/g, '');
    const counts = names.map(([script, name]) => [script, plain(shown).split(plain(name)).length - 1]);
    const pages = Number(/Page \d+ of (\d+)/.exec(shown)?.[1]);
    expect(pages).toBeGreaterThan(1);
    expect(counts).toEqual(names.map(([script]) => [script, 5 + pages]));
  },
);
