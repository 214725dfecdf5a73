import { describe, expect, test } from 'vitest';
import { createAnnouncer } from '../../../src/renderer/app/announcer.ts';
import { matchesKeys, type PressedKey, shownKeys } from '../../../src/renderer/app/keys.ts';
import { matchCommands } from '../../../src/renderer/app/match-commands.ts';
import {
  currentEntry,
  initialParams,
  type RouteHistory,
  type RouteName,
  withEntry,
  withStep,
} from '../../../src/renderer/app/routes.ts';
import { createRules, installTrustedTypes } from '../../../src/renderer/trusted-types.ts';

const pressed = (key: string, others: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...others,
});

describe('keys of commands', () => {
  test('are Ctrl, and Cmd on macOS', () => {
    expect(matchesKeys(pressed('k', { ctrlKey: true }), 'Mod+K', 'windows')).toBe(true);
    expect(matchesKeys(pressed('k', { metaKey: true }), 'Mod+K', 'mac')).toBe(true);
    expect(matchesKeys(pressed('k', { ctrlKey: true }), 'Mod+K', 'mac')).toBe(false);
    expect(matchesKeys(pressed('k', { metaKey: true }), 'Mod+K', 'windows')).toBe(false);
  });

  test('fit only whole: no key more, no key less', () => {
    expect(matchesKeys(pressed('k'), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('k', { ctrlKey: true, shiftKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('O', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+O', 'linux')).toBe(true);
    expect(matchesKeys(pressed('k', { ctrlKey: true, metaKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('F6'), 'F6', 'linux')).toBe(true);
    expect(matchesKeys(pressed('F6', { shiftKey: true }), 'F6', 'linux')).toBe(false);
    expect(matchesKeys(pressed('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft', 'linux')).toBe(true);
  });

  test('are written as each system writes them', () => {
    expect(shownKeys('Mod+K', 'windows')).toBe('Ctrl K');
    expect(shownKeys('Mod+Shift+O', 'mac')).toBe('⇧⌘O');
    expect(shownKeys('Alt+ArrowLeft', 'windows')).toBe('Alt ←');
  });
});

describe('finding a command', () => {
  const commands = [
    { word: 'Pause all' },
    { word: 'Attach 214 documents…', keywords: ['send', 'upload'] },
    { word: 'Ahlström Konepaja Oy', more: 'rcp_c1180f3a' },
    { word: 'Show all statements' },
  ];
  const found = (typed: string) => matchCommands(commands, typed).map((command) => command.word);

  test('nothing typed shows all in their order', () => {
    expect(found('  ')).toEqual(commands.map((command) => command.word));
  });

  test('every word must fit somewhere, in any order', () => {
    expect(found('all pau')).toEqual(['Pause all']);
    expect(found('pause nothing')).toEqual([]);
  });

  test('accents and case do not matter', () => {
    expect(found('AHLSTROM')).toEqual(['Ahlström Konepaja Oy']);
  });

  test('identifiers and other words lead to it', () => {
    expect(found('c1180')).toEqual(['Ahlström Konepaja Oy']);
    expect(found('upload')).toEqual(['Attach 214 documents…']);
  });

  test('the beginning of a word is better than its middle', () => {
    expect(matchCommands([{ word: 'Install' }, { word: 'All files' }], 'all')[0]?.word).toBe('All files');
  });
});

describe('routes', () => {
  const start: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };
  const visit = (state: RouteHistory, ...names: RouteName[]) =>
    names.reduce((before, name) => withEntry(before, { name, params: initialParams }), state);

  test('go back and forward over what was visited', () => {
    const there = visit(start, 'settings', 'activity');
    const back = withStep(there, -1);
    expect(currentEntry(back).name).toBe('settings');
    expect(currentEntry(withStep(back, 1)).name).toBe('activity');
  });

  test('stop at both ends', () => {
    expect(withStep(start, -1)).toBe(start);
    expect(withStep(start, 1)).toBe(start);
  });

  test('forget what lay ahead when another way is taken', () => {
    const other = visit(withStep(visit(start, 'settings', 'activity'), -1), 'beneficiaries');
    expect(other.entries.map((stop) => stop.name)).toEqual(['documents', 'settings', 'beneficiaries']);
    expect(withStep(other, 1)).toBe(other);
  });

  test('do not grow without end', () => {
    const names = Array.from(
      { length: 500 },
      (_, index): RouteName => (index % 2 === 0 ? 'settings' : 'activity'),
    );
    const long = visit(start, ...names);
    expect(long.entries.length).toBeLessThanOrEqual(100);
    expect(currentEntry(long).name).toBe('activity');
  });
});

describe('announcements', () => {
  function create() {
    const waiting: (() => void)[] = [];
    const announcer = createAnnouncer((_milliseconds, action) => waiting.push(action));
    const spoken: string[] = [];
    announcer.subscribe(() => spoken.push(announcer.current()));
    const pauseOver = () => waiting.shift()?.();
    return { announcer, spoken, pauseOver };
  }

  test('come one at a time', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('one');
    announcer.announce('two');
    expect(spoken).toEqual(['one']);
    pauseOver();
    expect(spoken).toEqual(['one', 'two']);
  });

  test('of the same thing are only the newest', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('began');
    for (const percent of [10, 20, 30]) announcer.announce(`${percent} percent`, 'progress');
    pauseOver();
    pauseOver();
    expect(spoken).toEqual(['began', '30 percent']);
  });

  test('go on after silence', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('one');
    pauseOver();
    announcer.announce('two');
    expect(spoken).toEqual(['one', 'two']);
  });

  test('that repeat a sentence change the region, or nobody would hear them', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('Saved');
    pauseOver();
    announcer.announce('Saved');
    expect(spoken).toHaveLength(2);
    expect(spoken[0]).not.toBe(spoken[1]);
    expect(spoken[1]?.trim()).toBe('Saved');
  });
});

describe('the policy for markup and scripts', () => {
  const rules = createRules('https://paydesk.invalid');

  test('lets text through that is no markup', () => {
    expect(rules.createHTML('')).toBe('');
    expect(rules.createHTML('a & b')).toBe('a & b');
  });

  test('refuses markup, script, and scripts from elsewhere', () => {
    expect(() => rules.createHTML('<b>x</b>')).toThrow(TypeError);
    expect(() => rules.createScript()).toThrow(TypeError);
    for (const url of [
      'https://evil.example/x.js',
      '//evil.example/x.js',
      'data:text/javascript,1',
      'blob:x',
    ]) {
      expect(() => rules.createScriptURL(url)).toThrow(TypeError);
    }
    expect(rules.createScriptURL('./worker.js')).toBe('./worker.js');
  });

  test('is the default one, and is not missed where there are no Trusted Types', () => {
    const created: string[] = [];
    installTrustedTypes(
      { trustedTypes: { createPolicy: (name) => created.push(name) } },
      'https://a.invalid',
    );
    expect(created).toEqual(['default']);
    expect(() => installTrustedTypes({}, 'https://a.invalid')).not.toThrow();
  });
});
