import { describe, expect, test } from 'vitest';
import { createAnnouncer } from '../../../src/renderer/app/announcer.ts';
import { formatKeys, matchesKeys, type PressedKey } from '../../../src/renderer/app/keys.ts';
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

  test('match only with exactly the same modifiers', () => {
    expect(matchesKeys(pressed('k'), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('k', { ctrlKey: true, shiftKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('O', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+O', 'linux')).toBe(true);
    expect(matchesKeys(pressed('k', { ctrlKey: true, metaKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressed('F6'), 'F6', 'linux')).toBe(true);
    expect(matchesKeys(pressed('F6', { shiftKey: true }), 'F6', 'linux')).toBe(false);
    expect(matchesKeys(pressed('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft', 'linux')).toBe(true);
  });

  test('are shown in the notation of each system', () => {
    expect(formatKeys('Mod+K', 'windows')).toBe('Ctrl K');
    expect(formatKeys('Mod+Shift+O', 'mac')).toBe('⇧⌘O');
    expect(formatKeys('Alt+ArrowLeft', 'windows')).toBe('Alt ←');
  });
});

describe('the command search', () => {
  const commands = [
    { label: 'Pause all' },
    { label: 'Attach 214 documents…', keywords: ['send', 'upload'] },
    { label: 'Ahlström Konepaja Oy', detail: 'rcp_c1180f3a' },
    { label: 'Show all statements' },
  ];
  const found = (typed: string) => matchCommands(commands, typed).map((command) => command.label);

  test('shows all commands in their order for an empty text', () => {
    expect(found('  ')).toEqual(commands.map((command) => command.label));
  });

  test('needs every word to match, in any order', () => {
    expect(found('all pau')).toEqual(['Pause all']);
    expect(found('pause nothing')).toEqual([]);
  });

  test('ignores accents and case', () => {
    expect(found('AHLSTROM')).toEqual(['Ahlström Konepaja Oy']);
  });

  test('matches identifiers and keywords', () => {
    expect(found('c1180')).toEqual(['Ahlström Konepaja Oy']);
    expect(found('upload')).toEqual(['Attach 214 documents…']);
  });

  test('prefers the beginning of a word to its middle', () => {
    expect(matchCommands([{ label: 'Install' }, { label: 'All files' }], 'all')[0]?.label).toBe('All files');
  });
});

describe('the history of routes', () => {
  const start: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };
  const visit = (state: RouteHistory, ...names: RouteName[]) =>
    names.reduce((before, name) => withEntry(before, { name, params: initialParams }), state);

  test('goes back and forward over visited routes', () => {
    const there = visit(start, 'settings', 'activity');
    const back = withStep(there, -1);
    expect(currentEntry(back).name).toBe('settings');
    expect(currentEntry(withStep(back, 1)).name).toBe('activity');
  });

  test('stops at both ends', () => {
    expect(withStep(start, -1)).toBe(start);
    expect(withStep(start, 1)).toBe(start);
  });

  test('drops the entries ahead on a new navigation', () => {
    const other = visit(withStep(visit(start, 'settings', 'activity'), -1), 'beneficiaries');
    expect(other.entries.map((stop) => stop.name)).toEqual(['documents', 'settings', 'beneficiaries']);
    expect(withStep(other, 1)).toBe(other);
  });

  test('is bounded', () => {
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
    announcer.subscribe(() => spoken.push(announcer.currentText()));
    const pauseOver = () => waiting.shift()?.();
    return { announcer, spoken, pauseOver };
  }

  test('are made one at a time', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('one');
    announcer.announce('two');
    expect(spoken).toEqual(['one']);
    pauseOver();
    expect(spoken).toEqual(['one', 'two']);
  });

  test('keep only the newest of the same topic', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('began');
    for (const percent of [10, 20, 30]) announcer.announce(`${percent} percent`, 'progress');
    pauseOver();
    pauseOver();
    expect(spoken).toEqual(['began', '30 percent']);
  });

  test('continue after a pause', () => {
    const { announcer, spoken, pauseOver } = create();
    announcer.announce('one');
    pauseOver();
    announcer.announce('two');
    expect(spoken).toEqual(['one', 'two']);
  });

  test('that repeat a sentence change the region, so that it is spoken again', () => {
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

  test('permits text without markup', () => {
    expect(rules.createHTML('')).toBe('');
    expect(rules.createHTML('a & b')).toBe('a & b');
  });

  test('refuses markup, scripts, and scripts from other origins', () => {
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

  test('is the default policy, and is skipped without Trusted Types', () => {
    const created: string[] = [];
    installTrustedTypes(
      { trustedTypes: { createPolicy: (name) => created.push(name) } },
      'https://a.invalid',
    );
    expect(created).toEqual(['default']);
    expect(() => installTrustedTypes({}, 'https://a.invalid')).not.toThrow();
  });
});
