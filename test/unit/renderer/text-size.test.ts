import { describe, expect, test } from 'vitest';
import { formatKeys, matchesKeys, type PressedKey } from '../../../src/renderer/app/keys.ts';
import { keysOfTextSize, stepTextSize, textSizeStepOf } from '../../../src/renderer/app/text-size.ts';

const pressKey = (key: string, modifiers: Partial<PressedKey> = { ctrlKey: true }): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('a step of the text size', () => {
  test('leads to the next size and stays at the ends', () => {
    expect(stepTextSize(100, 'larger')).toBe(115);
    expect(stepTextSize(130, 'larger')).toBe(150);
    expect(stepTextSize(150, 'larger')).toBe(150);
    expect(stepTextSize(115, 'smaller')).toBe(100);
    expect(stepTextSize(100, 'smaller')).toBe(100);
    expect(stepTextSize(150, 'normal')).toBe(100);
  });

  test.each([
    ['the plus key, also of the number pad', pressKey('+'), 'larger'],
    ['plus with Shift', pressKey('+', { ctrlKey: true, shiftKey: true }), 'larger'],
    ['the equals sign', pressKey('='), 'larger'],
    ['minus, also of the number pad', pressKey('-'), 'smaller'],
    ['minus with Shift', pressKey('_', { ctrlKey: true, shiftKey: true }), 'smaller'],
    ['zero', pressKey('0'), 'normal'],
    ['zero with Shift', pressKey('0', { ctrlKey: true, shiftKey: true }), 'normal'],
    ['plus without Ctrl', pressKey('+', {}), null],
    ['plus with Alt', pressKey('+', { ctrlKey: true, altKey: true }), null],
    ['another key', pressKey('1'), null],
  ] as const)('is made by %s', (_what, pressed, step) => {
    expect(textSizeStepOf(pressed, 'windows')).toBe(step);
  });

  test('is made with Cmd on macOS', () => {
    expect(textSizeStepOf(pressKey('=', { metaKey: true }), 'mac')).toBe('larger');
    expect(textSizeStepOf(pressKey('='), 'mac')).toBeNull();
  });
});

test('a command of a text size shows the keys that lead to the size in one step', () => {
  expect(keysOfTextSize(115, 100)).toBe('Mod++');
  expect(keysOfTextSize(115, 130)).toBe('Mod+-');
  expect(keysOfTextSize(100, 115)).toBe('Mod+0');
  expect(keysOfTextSize(150, 100)).toBeNull();
});

test('the plus key is shown and matched like other keys', () => {
  expect(formatKeys('Mod++', 'windows')).toBe('Ctrl +');
  expect(formatKeys('Mod++', 'mac')).toBe('⌘+');
  expect(matchesKeys(pressKey('+'), 'Mod++', 'windows')).toBe(true);
  expect(matchesKeys(pressKey('='), 'Mod++', 'windows')).toBe(false);
});
