/** @file Legal forms of companies, which the name of a folder often leaves out. */

/** Spellings of each legal form. Forms of different countries with the same abbreviation are one form. */
const spellings: readonly (readonly string[])[] = [
  ['GmbH', 'mbH', 'GesmbH', 'Gesellschaft mit beschränkter Haftung'],
  ['gGmbH'],
  ['GmbH & Co. KG'],
  ['GmbH & Co. KGaA'],
  ['AG', 'Aktiengesellschaft'],
  ['AG & Co. KG'],
  ['KG', 'Kommanditgesellschaft'],
  ['KGaA'],
  ['OHG'],
  ['UG', 'UG (haftungsbeschränkt)'],
  ['e.K.', 'e.Kfm.'],
  ['e.V.'],
  ['GbR'],
  ['SE', 'Societas Europaea'],
  ['S.A.', 'Société anonyme', 'Sociedad anónima', 'Sociedade anónima', 'Spółka akcyjna'],
  ['S.A.S.', 'Société par actions simplifiée'],
  ['S.A.S.U.'],
  ['S.A.R.L.', 'Société à responsabilité limitée'],
  ['E.U.R.L.'],
  ['S.N.C.'],
  ['S.p.A.', 'Società per azioni'],
  ['S.r.l.', 'Società a responsabilità limitata', 'Sociedad de responsabilidad limitada'],
  ['S.r.l.s.'],
  ['S.L.', 'Sociedad limitada'],
  ['S.L.U.'],
  ['Lda.', 'Ltda.', 'Limitada'],
  ['Ltd', 'Limited', 'Co. Ltd'],
  ['Pty Ltd'],
  ['Pte Ltd'],
  ['Pvt Ltd', 'Private Limited'],
  ['Ltd. Şti.', 'Limited Şirketi'],
  ['PLC', 'Public Limited Company'],
  ['LLC', 'L.L.C.', 'Limited Liability Company'],
  ['LLP'],
  ['Inc', 'Incorporated'],
  ['Corp', 'Corporation'],
  ['B.V.', 'Besloten vennootschap'],
  ['N.V.', 'Naamloze vennootschap'],
  ['Oy', 'Osakeyhtiö'],
  ['Oyj'],
  ['AB', 'Aktiebolag'],
  ['A/S', 'a.s.', 'A.Ş.', 'Aksjeselskap', 'Aktieselskab', 'Akciová společnost', 'Anonim Şirketi'],
  ['ASA'],
  ['ApS', 'Anpartsselskab'],
  ['s.r.o.', 'spol. s r.o.'],
  ['Sp. z o.o.', 'Spółka z ograniczoną odpowiedzialnością'],
  ['Sp. k.', 'Spółka komandytowa'],
  ['Sp. z o.o. Sp. k.'],
  ['Sp. j.', 'Spółka jawna'],
  ['d.o.o.'],
  ['d.d.'],
  ['Kft.'],
  ['Zrt.'],
  ['UAB'],
  ['SIA'],
  ['OÜ'],
  ['ООО', 'OOO'],
  ['ОАО', 'OAO', 'ПАО', 'PAO'],
  ['ЗАО', 'ZAO'],
  ['АО', 'AO'],
  ['ТОО', 'TOO'],
  ['EAD'],
  ['OOD'],
  ['EOOD'],
  ['S.A.B.', 'S.A.B. de C.V.'],
  ['S.A.P.I.'],
  ['S.A. de C.V.'],
  ['S.C.'],
  ['S.C.A.'],
  ['S.C.S.'],
  ['BVBA'],
  ['S.P.R.L.'],
  ['C.V.'],
  ['V.O.F.'],
  ['K.K.', 'Kabushiki Kaisha'],
  ['Y.K.'],
  ['PT', 'PT Tbk'],
  ['Bhd', 'Sdn Bhd', 'Sendirian Berhad'],
  ['FZE'],
  ['FZ-LLC'],
  ['FZCO', 'FZ-Co'],
  ['JSC', 'Joint Stock Company'],
  ['PLLC'],
  ['L.P.'],
  ['DBA'],
  ['Co', 'Company'],
];

/** In words: `Sp. z o.o. Sp. k.` has six. */
const maxFormLength = 6;

/** A name split into its words and its legal forms. */
interface SplitName {
  readonly words: readonly string[];
  /** Each form by its first spelling. */
  readonly forms: ReadonlySet<string>;
}

/**
 * Returns a function that separates the legal forms from the words of a name. Forms are compared without spaces, because
 * the points of `Sp. z o.o.` divide it into words in several ways. A name that consists of forms alone keeps its words.
 */
export function createFormSplitter(wordsOf: (text: string) => string[]): (name: string) => SplitName {
  const formByText = new Map(
    spellings.flatMap(([form = '', ...others]) =>
      [form, ...others].map((spelling) => [wordsOf(spelling).join(''), form] as const),
    ),
  );
  return (name) => {
    const all = wordsOf(name);
    const words: string[] = [];
    const forms = new Set<string>();
    for (let start = 0; start < all.length; start += 1) {
      let length = Math.min(maxFormLength, all.length - start);
      while (length > 0 && !formByText.has(all.slice(start, start + length).join(''))) length -= 1;
      const form = formByText.get(all.slice(start, start + length).join(''));
      if (form === undefined) words.push(all[start] ?? '');
      else {
        forms.add(form);
        start += length - 1;
      }
    }
    return words.length === 0 ? { words: all, forms: new Set() } : { words, forms };
  };
}
