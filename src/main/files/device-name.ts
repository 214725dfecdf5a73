/** @file Names that Windows reserves for devices, with any extension. */

/** Matches a file name that stands for a device: the name of the device, then its end or an extension. */
export const deviceNamePattern = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(\.|$)/i;
