import { expect, test } from 'vitest';
import { isReadOnlyCopy } from '../../../src/main/electron/read-only-copy.ts';

const inside = (bundle: string) => `${bundle}/Contents/MacOS/Paydesk`;
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test.each([
  [
    'opened where it was downloaded to',
    '/private/var/folders/x1/T/AppTranslocation/8A41/d/Paydesk.app',
    async () => undefined,
    true,
  ],
  ['on the disk image', '/Volumes/Paydesk 1.2.0/Paydesk.app', failing('EROFS'), true],
  ['on another disk', '/Volumes/Work/Paydesk.app', async () => undefined, false],
  ['in Applications', '/Applications/Paydesk.app', async () => undefined, false],
  ['that only administrators may change', '/Applications/Paydesk.app', failing('EACCES'), false],
])('whether Paydesk %s is a read-only copy is detected', async (_where, bundle, writable, isReadOnly) => {
  expect(await isReadOnlyCopy(inside(bundle), writable)).toBe(isReadOnly);
});
