/** @file The operating system that Paydesk runs on. */

export type Platform = 'mac' | 'windows' | 'linux';

function platformOf(userAgent: string): Platform {
  if (userAgent.includes('Macintosh')) return 'mac';
  return userAgent.includes('Windows') ? 'windows' : 'linux';
}

export const platform: Platform = platformOf(navigator.userAgent);
