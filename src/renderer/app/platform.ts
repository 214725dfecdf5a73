/** @file What differs between operating systems on screen: names of keys and the place of the window buttons. */

/** The operating system, as far as the window has to know it. */
export type Platform = 'mac' | 'windows' | 'linux';

/** The operating system that a browser's description of itself names. */
export function platformOf(userAgent: string): Platform {
  if (userAgent.includes('Macintosh')) return 'mac';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}

/** The operating system of this window. */
export const platform: Platform = platformOf(navigator.userAgent);
