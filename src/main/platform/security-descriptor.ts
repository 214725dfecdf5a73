/**
 * @file Parses Windows security descriptors in their text form (SDDL), such as `O:BAG:SYD:PAI(A;;FA;;;BA)(A;;FR;;;BU)`.
 * Anything unknown counts as write access.
 */

/** Administrators, SYSTEM and TrustedInstaller, by abbreviation and by SID. */
const administrators = new Set([
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/**
 * Rights to change a file, a folder or their permissions, in this order: write data, append data, write extended
 * attributes, delete children, write attributes, delete, write permissions, write owner, all, generic write.
 */
const writeMask =
  0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000 | 0x4000_0000;

/** Two-letter codes of rights without write access: reading, listing, executing, synchronizing. */
const readRights = new Set(['FR', 'FX', 'GR', 'GX', 'RC', 'CC', 'SW', 'WP', 'LO']);

function canWrite(rights: string): boolean {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return (Number(rights) & writeMask) !== 0;
  const rightCodes = rights.match(/../g) ?? [];
  return rights.length % 2 !== 0 || !rightCodes.every((name) => readRights.has(name));
}

/**
 * True when the owner is Administrators, SYSTEM or TrustedInstaller, and the access list gives no other account write
 * access. False for a descriptor without an access list, which permits everything to every account.
 */
export function isWritableByAdministratorsAlone(sddl: string): boolean {
  // Owner, group, and the access list: its flags, then its entries in parentheses. Lengths are limited against slow input.
  const descriptorMatch =
    /^O:([A-Z]{2}|S-[\d-]{1,180})(?:G:(?:[A-Z]{2}|S-[\d-]{1,180}))?D:([A-Z]{0,20})((?:\([^()]{0,400}\)){1,200})(?:S:.*)?$/.exec(
      sddl.trim().slice(0, 60_000),
    );
  if (descriptorMatch === null) return false;
  const [, owner = '', , entries = ''] = descriptorMatch;
  if (!administrators.has(owner)) return false;
  return entries
    .slice(1, -1)
    .split(')(')
    .every((entry) => {
      const [type = '', flags = '', rights = '', , , trustee = ''] = entry.split(';');
      const isDenial = type === 'D' || type === 'OD' || type === 'XD';
      // An inherit-only entry does not apply to this object; its children are checked separately.
      const isInheritOnly = [...flags.matchAll(/../g)].some(([flag]) => flag === 'IO');
      return isDenial || isInheritOnly || administrators.has(trustee) || !canWrite(rights);
    });
}
