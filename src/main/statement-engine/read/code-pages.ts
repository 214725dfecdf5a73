/** @file The code pages of DOS, which the Encoding Standard lacks. */

/** Characters of the codes 0x80 to 0xFF. */
const codePages = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const;

/** A code page of DOS. */
type CodePage = keyof typeof codePages;

export function isCodePage(encoding: string): encoding is CodePage {
  return Object.hasOwn(codePages, encoding);
}

/** Decodes a text of a code page. */
export function decodeCodePage(bytes: Uint8Array, codePage: CodePage): string {
  const upperCharacters = codePages[codePage];
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : (upperCharacters[byte - 0x80] ?? '\ufffd'),
  ).join('');
}
