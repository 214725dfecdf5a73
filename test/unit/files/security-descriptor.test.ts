import { describe, expect, test } from 'vitest';
import { isWritableByAdministratorsAlone } from '../../../src/main/platform/security-descriptor.ts';

const user = 'S-1-5-21-3623811015-3361044348-30300820-1013';

describe('only administrators can write with', () => {
  test.each(
    Object.entries({
      'the rights that the operations guide sets with icacls':
        'O:BAG:SYD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;BU)',
      'the owner SYSTEM': 'O:SYG:SYD:(A;;FA;;;SY)(A;;FA;;;BA)(A;;FR;;;WD)',
      'the owner TrustedInstaller': `O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464G:BAD:P(A;;FA;;;BA)`,
      'identifiers instead of short names':
        'O:S-1-5-32-544G:S-1-5-18D:(A;;FA;;;S-1-5-18)(A;;FRFX;;;S-1-5-11)',
      'a right of the creator that only children inherit':
        'O:BAG:SYD:AI(A;OICIIO;GA;;;CO)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)',
      'a deny entry': `O:BAG:SYD:(D;;FA;;;${user})(A;;FA;;;BA)`,
    }),
  )('%s', (_, sddl) => {
    expect(isWritableByAdministratorsAlone(sddl)).toBe(true);
  });
});

describe('others can write, or it is not certain that they cannot, with', () => {
  test.each(
    Object.entries({
      'a folder that a user created in ProgramData': `O:${user}G:DUD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;0x1200a9;;;BU)`,
      'the rights of ProgramData itself':
        'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;CI;DCLCRPCR;;;BU)(A;OICI;0x1200a9;;;BU)',
      'modify for users': 'O:BAG:SYD:(A;;FA;;;BA)(A;;0x1301bf;;;BU)',
      'write for everyone': 'O:BAG:SYD:(A;;FA;;;BA)(A;;FW;;;WD)',
      'full control for a user': `O:BAG:SYD:(A;;FA;;;BA)(A;;FA;;;${user})`,
      'a right to change the rights': `O:BAG:SYD:(A;;FA;;;BA)(A;;WD;;;${user})`,
      'a right to take ownership': `O:BAG:SYD:(A;;FA;;;BA)(A;;0x80000;;;${user})`,
      'a right to delete its content': 'O:BAG:SYD:(A;;FA;;;BA)(A;;0x40;;;BU)',
      'a conditional entry': 'O:BAG:SYD:(A;;FA;;;BA)(XA;;FA;;;WD;(Member_of {SID(BU)}))',
      'an unknown right': 'O:BAG:SYD:(A;;FA;;;BA)(A;;ZZ;;;BU)',
      'a rights number that is too long': 'O:BAG:SYD:(A;;FA;;;BA)(A;;0x100000000;;;BU)',
      'an entry that applies to children and to itself': 'O:BAG:SYD:(A;CIOI;FA;;;WD)',
      'no owner': 'G:SYD:(A;;FA;;;BA)',
      'no access list': 'O:BAG:SY',
      'an explicitly absent access list': 'O:BAG:SYD:NO_ACCESS_CONTROL',
      'no descriptor at all': 'Get-Acl : Access is denied',
    }),
  )('%s', (_, sddl) => {
    expect(isWritableByAdministratorsAlone(sddl)).toBe(false);
  });
});
