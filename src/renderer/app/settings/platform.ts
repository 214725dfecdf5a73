/** @file Differences between operating systems on screen: key names and the position of the window buttons. */

export type Platform = 'mac' | 'windows' | 'linux';

function platformOf(userAgent: string): Platform {
  if (userAgent.includes('Macintosh')) return 'mac';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}

export const platform: Platform = platformOf(navigator.userAgent);
