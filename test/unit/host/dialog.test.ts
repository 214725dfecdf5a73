import { describe, expect, test } from 'vitest';
import { dialog } from '../../host/electron/dialog.ts';
import { nativeImage } from '../../host/electron/outside.ts';

describe('a dialog of the host', () => {
  test.each([
    ['an unknown property', { properties: ['openEverything'] }, /openEverything/],
    ['an extension with its dot', { filters: [{ name: 'CSV', extensions: ['.csv'] }] }, /\.csv/],
    ['an extension with a wildcard', { filters: [{ name: 'CSV', extensions: ['*.csv'] }] }, /\*\.csv/],
    ['a filter without a name', { filters: [{ name: '', extensions: ['csv'] }] }, /name/],
    ['a filter without extensions', { filters: [{ name: 'CSV', extensions: [] }] }, /CSV/],
  ])('for opening files is refused with %s', async (_case, options, error) => {
    await expect(Reflect.apply(dialog.showOpenDialog, dialog, [options])).rejects.toThrow(error);
  });

  test.each([
    ['a property of the open dialog', { properties: ['openFile'] }, /openFile/],
    ['a relative path with a folder', { defaultPath: 'exports/a.csv' }, /exports/],
  ])('for saving a file is refused with %s', async (_case, options, error) => {
    await expect(Reflect.apply(dialog.showSaveDialog, dialog, [options])).rejects.toThrow(error);
  });

  test.each([
    ['no buttons', { message: 'Quit?', buttons: [] }, /buttons/],
    ['a button without a label', { message: 'Quit?', buttons: ['Quit', ''] }, /button/],
    ['no message', { message: '', buttons: ['Quit'] }, /message/],
    ['a cancel answer without a button', { message: 'Quit?', buttons: ['Quit'], cancelId: 1 }, /cancelId/],
    [
      'a default answer without a button',
      { message: 'Quit?', buttons: ['Quit'], defaultId: -1 },
      /defaultId/,
    ],
    ['an unknown type', { message: 'Quit?', buttons: ['Quit'], type: 'alarm' }, /alarm/],
  ])('with a message is refused with %s', async (_case, options, error) => {
    await expect(Reflect.apply(dialog.showMessageBox, dialog, [options])).rejects.toThrow(error);
  });

  test('with valid options is canceled immediately', async () => {
    const filters = [{ name: 'Everything', extensions: ['*'] }];
    expect(await dialog.showOpenDialog({ filters, properties: ['openFile'] })).toMatchObject({
      canceled: true,
    });
    expect(await dialog.showSaveDialog({ defaultPath: '/exports/a.csv' })).toMatchObject({ canceled: true });
    const buttons = ['Quit', 'Stay'];
    expect(await dialog.showMessageBox({ message: 'Quit?', buttons, cancelId: 1 })).toMatchObject({
      response: 1,
    });
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
