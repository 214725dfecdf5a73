/** @file Dates with the names of months in many languages, which Electron's own data does not have. */
import { rowsOf } from '../../unit/rows-of.ts';

/** What each row shows, its cells, and their dates as digits. */
export const namedDates = rowsOf(`
with a Croatian name, where another cell shows the language => 5. listopada 2025. | 31. listopada 2025 | 3. prosinca 2025. | 1. lipnja 2025. | 2 lip 2025 => 20251005 | 20251031 | 20251203 | 20250601 | 20250602
with a Polish name, where another cell shows the language => 5 listopada 2025 | 3 grudnia 2025 | 2 lip 2025 => 20251105 | 20251203 | 20250702
with a Czech name in the case of a date => 5. listopadu 2025 | 3. prosince 2025 | 1. srpna 2025 => 20251105 | 20251203 | 20250801
with a Bosnian name => 5. septembar 2025. | 31. oktobar 2025. => 20250905 | 20251031
with a Belarusian name => 5 снежня 2025 г. | 31 студзеня 2025 г. => 20251205 | 20250131
with a Basque name => 2025 abe. 5 | 2025 urtarrila 31 => 20251205 | 20250131
with a Galician name => 5 de xullo de 2025 | 31 out 2025 => 20250705 | 20251031
with a Welsh name => 5 Rhagfyr 2025 | 31 Hyd 2025 => 20251205 | 20251031
with an Irish name => 5 Nollaig 2025 | 31 Eanáir 2025 => 20251205 | 20250131
with a Maltese name => 5 ta’ Diċembru 2025 | 31 ta' Jannar 2025 => 20251205 | 20250131
with a Lithuanian name => 2025 m. gruodžio 5 d. | 2025 m. sausio 31 d. => 20251205 | 20250131
with a Latvian name => 2025. gada 5. decembris | 2025. gada 31. janvāris => 20251205 | 20250131
with a Greek name => 5 Δεκεμβρίου 2025 | 31 Ιαν 2025 => 20251205 | 20250131
in Luxembourgish => 5. Mäerz 2025 | 31. Abrëll 2025 | 30. Mee 2025 => 20250305 | none | 20250530
with a short Thai name => 31 ม.ค. 2567 | 1 ก.พ. 2567 | 9-มี.ค.-2567 | 2 เม.ย. 2567 | 3 มิ.ย. 2567 | 4 ธ.ค 2567 => 20240131 | 20240201 | 20240309 | 20240402 | 20240603 | 20241204
`);
