import { expect, test } from 'vitest';
import { isReadOnlyCopy } from '../../../../src/main/platform/electron/read-only-copy.ts';

const executableIn = (bundle: string) => `${bundle}/Contents/MacOS/Paydesk`;
const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test.each([
  ['in a download', '/private/var/T/AppTranslocation/8A41/d/Paydesk.app', async () => undefined, true],
  ['on the disk image', '/Volumes/Paydesk 1.2.0/Paydesk.app', failWith('EROFS'), true],
  ['on another disk', '/Volumes/Work/Paydesk.app', async () => undefined, false],
  ['in Applications', '/Applications/Paydesk.app', async () => undefined, false],
  ['that only administrators may change', '/Applications/Paydesk.app', failWith('EACCES'), false],
])('Paydesk %s is recognized as read-only copy or not', async (_state, bundle, checkWritable, isReadOnly) => {
  expect(await isReadOnlyCopy(executableIn(bundle), checkWritable)).toBe(isReadOnly);
});
