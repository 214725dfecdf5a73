/** @file A one-page PDF that needs the viewer's separate decoders and fonts: JPEG 2000, CCITT and Chinese text. */

/** A red square of 8 by 8 pixels in JPEG 2000. */
const jpeg2000 =
  '0000000c6a5020200d0a870a00000014667479706a703220000000006a7032200000002d6a70326800000016696864720000' +
  '00080000000800030f0700000000000f636f6c7201000000000010000000a56a703263ff4fff51002f000000000008000000' +
  '0800000000000000000000000800000008000000000000000000030f01010f01010f0101ff52000c00000001010304040001' +
  'ff5c000d4080888890888890888890ff640025000143726561746564206279204f70656e4a5045472076657273696f6e2032' +
  '2e352e30ff90000a0000000000240001ff93cffc300807b780dff89010013f808080808080808080ffd9';

/** Eight white lines in CCITT group 4; the image inverts them to black. */
const facsimile = 'ff001001';

/** Centre of each image, as fractions of the page width and of the page height from the top. */
export const pictures = { jpeg2000: [50 / 300, 150 / 200], facsimile: [200 / 300, 150 / 200] } as const;

/** The text of the page, "proof of payment", in a font that is not embedded. */
export const chinese = '付款证明';

/** Creates the PDF. */
export function scannedPdf(): Buffer {
  const image = (hex: string, filter: string, entries: string) =>
    `<</Type/XObject/Subtype/Image/Width 8/Height 8/Filter[/ASCIIHexDecode/${filter}]${entries}/Length ${hex.length + 1}>>stream\n${hex}>\nendstream`;
  const text = Buffer.from(chinese, 'utf16le').swap16().toString('hex');
  const content = `q 100 0 0 100 0 0 cm /A Do Q q 100 0 0 100 150 0 cm /B Do Q BT /F 24 Tf 20 150 Td <${text}> Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</A 7 0 R/B 8 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/DW 1000>>',
    image(jpeg2000, 'JPXDecode', '/ColorSpace/DeviceRGB/BitsPerComponent 8'),
    image(
      facsimile,
      'CCITTFaxDecode',
      '/DecodeParms[null<</K -1/Columns 8/Rows 8/BlackIs1 true>>]/ColorSpace/DeviceGray/BitsPerComponent 1',
    ),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R/Size 9>>\n%%EOF\n`, 'latin1');
}
