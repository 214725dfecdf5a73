import { describe, expect, test } from 'vitest';
import { dialog } from '../../host/electron/dialog.ts';
import { nativeImage } from '../../host/electron/outside.ts';

describe('a dialog of the host', () => {
  const question = { message: 'Quit?', buttons: ['Quit'] };

  test.each([
    ['showOpenDialog', 'an unknown property', { properties: ['openEverything'] }, /openEverything/],
    [
      'showOpenDialog',
      'an extension with its dot',
      { filters: [{ name: 'A', extensions: ['.csv'] }] },
      /\.csv/,
    ],
    ['showOpenDialog', 'a wildcard', { filters: [{ name: 'A', extensions: ['*.csv'] }] }, /\*\.csv/],
    ['showOpenDialog', 'a filter without a name', { filters: [{ name: '', extensions: ['csv'] }] }, /name/],
    ['showOpenDialog', 'a filter without extensions', { filters: [{ name: 'CSV', extensions: [] }] }, /CSV/],
    ['showSaveDialog', 'a property of the open dialog', { properties: ['openFile'] }, /openFile/],
    ['showSaveDialog', 'a relative path with a folder', { defaultPath: 'exports/a.csv' }, /exports/],
    ['showMessageBox', 'no buttons', { ...question, buttons: [] }, /buttons/],
    ['showMessageBox', 'a button without a label', { ...question, buttons: ['Quit', ''] }, /button/],
    ['showMessageBox', 'no message', { ...question, message: '' }, /message/],
    ['showMessageBox', 'a cancel answer without a button', { ...question, cancelId: 1 }, /cancelId/],
    ['showMessageBox', 'a default answer without a button', { ...question, defaultId: -1 }, /defaultId/],
    ['showMessageBox', 'an unknown type', { ...question, type: 'alarm' }, /alarm/],
  ] as const)('of %s is refused with %s', async (method, _case, options, error) => {
    await expect(Reflect.apply(dialog[method], dialog, [options])).rejects.toThrow(error);
  });

  test('with valid options is canceled immediately', async () => {
    const filters = [{ name: 'Everything', extensions: ['*'] }];
    const canceled = { canceled: true };
    expect(await dialog.showOpenDialog({ filters, properties: ['openFile'] })).toMatchObject(canceled);
    expect(await dialog.showSaveDialog({ defaultPath: '/exports/a.csv' })).toMatchObject(canceled);
    const answer = await dialog.showMessageBox({ ...question, buttons: ['Quit', 'Stay'], cancelId: 1 });
    expect(answer).toMatchObject({ response: 1 });
  });
});

describe('an image of the host', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const isEmpty = (bytes: Buffer) => nativeImage.createFromBuffer(bytes).isEmpty();

  test('is not empty for a complete PNG', () => {
    expect(isEmpty(png)).toBe(false);
  });

  test.each([
    ['only the PNG signature', png.subarray(0, 8)],
    ['a truncated PNG', png.subarray(0, -5)],
    ['a PNG with a changed byte', Buffer.concat([png.subarray(0, 20), Buffer.from([9]), png.subarray(21)])],
    ['a text', Buffer.from('PNG, says the text')],
    ['nothing', Buffer.alloc(0)],
  ])('is empty when the bytes are %s', (_case, bytes) => {
    expect(isEmpty(bytes)).toBe(true);
  });
});
