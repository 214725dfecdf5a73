/** @file A week of scans of invented companies: folders, many scripts, long names, and files that the service rejects. */
import { join } from 'node:path';
import { jpeg, pdf, png, svg, writeFiles } from '../fakes/files/files.ts';

const kilobyteBytes = 1000;

/** Writes the folders of one week, one for each beneficiary. Returns the path of the week's folder. */
export async function writeWeek(folder: string): Promise<string> {
  const ahlstrom = 'Ahlström Konepaja Oy';
  const huaqiang =
    'Shenzhen Huaqiang Precision Machinery Co., Ltd. (深圳市华强精密机械有限公司) Zweigniederlassung';
  const files: Record<string, Buffer> = {
    [`${ahlstrom}/passport_scan_Ahlström_Päivi.jpeg`]: jpeg('päivi'.repeat(4 * kilobyteBytes)),
    [`${ahlstrom}/Bestellung 4500118223.pdf`]: pdf('Bestellung 223', 310 * kilobyteBytes),
    [`${ahlstrom}/Bestellung 4500118224.pdf`]: pdf('Bestellung 224', 298 * kilobyteBytes),
    [`${ahlstrom}/Zollanmeldung_MRN_26DE586600284417K3_Ausfuhrbegleitdokument_mit_Anlagen_1-7_Kopie.pdf`]:
      pdf('Zoll', 12_100 * kilobyteBytes),
    [`${ahlstrom}/Packliste_KW46.svg`]: svg('KW46'),
    'Kärcher Hydraulik GmbH/Rechnung_2026-10-0417_Kühlwasserpumpe.pdf': pdf('Pumpe', 240 * kilobyteBytes),
    'Kärcher Hydraulik GmbH/Packliste_KW47.svg': svg('KW47'),
    'Škoda Lisovna Plzeň a.s./Vertragsanhang B – Lieferbedingungen.pdf': pdf('B', 3_100 * kilobyteBytes),
    'Škoda Lisovna Plzeň a.s./Certificato di origine n. 44871.pdf': pdf('44871', 6_400 * kilobyteBytes),
    'Балтийский Кабель/Договор поставки № 117 (с подписями и печатями сторон).pdf': pdf(
      '117',
      380 * kilobyteBytes,
    ),
    [`${huaqiang}/请款单_2026年10月_深圳市华强精密机械有限公司.pdf`]: pdf('10', 5_120 * kilobyteBytes),
    [`${huaqiang}/見積書_株式会社東海精機_2026-10.pdf`]: pdf('11', 190 * kilobyteBytes),
    'شركة الخليج للتوريدات/فاتورة رقم ٢٠٢٦-١١٨٢ عن توريد مضخات المياه.pdf': pdf(
      '1182',
      4_200 * kilobyteBytes,
    ),
    'שירותי נמל חיפה/חשבונית 2026-44.pdf': pdf('44', 88 * kilobyteBytes),
    'rcp_61d70c2e/Facture n° 2026-1182 – outillage.pdf': pdf('F1182', 7_900 * kilobyteBytes),
    'scan_00231.png': png('231'.repeat(20 * kilobyteBytes)),
    // Files that Paydesk rejects or recognizes as duplicates.
    'Kontoauszug Oktober.docx': Buffer.from('PK\u0003\u0004 word'),
    'leer.pdf': Buffer.alloc(0),
    'Rechnung als Bild.pdf': jpeg('not a pdf'),
    README: Buffer.from('notes'),
    'scan_00231 (Kopie).png': png('231'.repeat(20 * kilobyteBytes)),
    'invoice_\u202Egnp.pdf': pdf('turned', 12 * kilobyteBytes),
    'Thumbs.db': Buffer.from('thumbs'),
  };
  await writeFiles(join(folder, 'KW46'), files);
  return join(folder, 'KW46');
}

/** The address book for {@link writeWeek}; some folders have no beneficiary. */
export const addressBook = [
  { label: 'Ahlström Konepaja Oy', recipientId: 'rcp_c1180f3a' },
  { label: 'Kärcher Hydraulik GmbH', recipientId: 'rcp_20c7714e' },
  { label: 'Škoda Lisovna Plzeň a.s.', recipientId: 'rcp_9e017b44' },
  { label: 'Балтийский Кабель', recipientId: 'rcp_0a47bb20' },
  {
    label: 'Shenzhen Huaqiang Precision Machinery Co., Ltd. (深圳市华强精密机械有限公司) Zweigniederlassung',
    recipientId: 'rcp_9d4f6602',
  },
  { label: 'شركة الخليج للتوريدات', recipientId: 'rcp_77e31c09' },
  { label: 'Outillage Rhône-Alpes SARL', recipientId: 'rcp_61d70c2e' },
  { label: 'Kwiatkowski Logistyka Sp. z o.o.', recipientId: 'rcp_5b02e9d1' },
] as const;
