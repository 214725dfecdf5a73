import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { app } from '../../host/electron/app.ts';

test('removeSwitch hides a switch from Chromium and leaves it in process.argv', () => {
  process.argv.push('--of-a-test=9');
  onTestFinished(() => void process.argv.splice(process.argv.indexOf('--of-a-test=9'), 1));
  expect(app.commandLine.getSwitchValue('of-a-test')).toBe('9');
  app.commandLine.removeSwitch('of-a-test');
  expect(app.commandLine.getSwitchValue('of-a-test')).toBe('');
  expect(process.argv).toContain('--of-a-test=9');
});

test('setPath throws for a relative path, for a missing path and for an unknown name', () => {
  expect(() => app.setPath('userData', 'relative')).toThrow('Path must be absolute');
  expect(() => app.setPath('userData', '/none/of/this')).toThrow('Failed to set path');
  expect(() => app.setPath('nothing', tmpdir())).toThrow('Failed to set path');
  app.setPath('userData', tmpdir());
  expect(app.getPath('userData')).toBe(tmpdir());
});
