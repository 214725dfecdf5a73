/** @file Differences between operating systems on screen: key names and the position of the window buttons. */

/** The operating systems that the window distinguishes. */
export type Platform = 'mac' | 'windows' | 'linux';

/** Detects the operating system from a user agent. */
function platformOf(userAgent: string): Platform {
  if (userAgent.includes('Macintosh')) return 'mac';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}

/** The operating system of this window. */
export const platform: Platform = platformOf(navigator.userAgent);
