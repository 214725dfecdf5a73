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

const pressKey = (key: string, modifiers: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});

describe('keys of commands', () => {
  test('use Ctrl for Mod, and Cmd on macOS', () => {
    expect(matchesKeys(pressKey('k', { ctrlKey: true }), 'Mod+K', 'windows')).toBe(true);
    expect(matchesKeys(pressKey('k', { metaKey: true }), 'Mod+K', 'mac')).toBe(true);
    expect(matchesKeys(pressKey('k', { ctrlKey: true }), 'Mod+K', 'mac')).toBe(false);
    expect(matchesKeys(pressKey('k', { metaKey: true }), 'Mod+K', 'windows')).toBe(false);
  });

  test('match only when exactly their modifiers are pressed', () => {
    expect(matchesKeys(pressKey('k'), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressKey('k', { ctrlKey: true, shiftKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressKey('O', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+O', 'linux')).toBe(true);
    expect(matchesKeys(pressKey('k', { ctrlKey: true, metaKey: true }), 'Mod+K', 'linux')).toBe(false);
    expect(matchesKeys(pressKey('F6'), 'F6', 'linux')).toBe(true);
    expect(matchesKeys(pressKey('F6', { shiftKey: true }), 'F6', 'linux')).toBe(false);
    expect(matchesKeys(pressKey('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft', 'linux')).toBe(true);
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
  const search = (typed: string) => matchCommands(commands, typed).map((command) => command.label);

  test('shows all commands in their order for an empty text', () => {
    expect(search('  ')).toEqual(commands.map((command) => command.label));
  });

  test('needs every word to match, in any order', () => {
    expect(search('all pau')).toEqual(['Pause all']);
    expect(search('pause nothing')).toEqual([]);
  });

  test('ignores accents and case', () => {
    expect(search('AHLSTROM')).toEqual(['Ahlström Konepaja Oy']);
  });

  test('matches identifiers and keywords', () => {
    expect(search('c1180')).toEqual(['Ahlström Konepaja Oy']);
    expect(search('upload')).toEqual(['Attach 214 documents…']);
  });

  test('prefers the exact label, then its beginning, then a word in it, then letters in it', () => {
    const labels = ['Restatements', 'All statements', 'Statements of May', 'Statements'];
    const keyword = { label: 'Review', keywords: ['statements'] };
    const found = matchCommands([keyword, ...labels.map((label) => ({ label }))], 'statements');
    expect(found.map(({ label }) => label)).toEqual([...labels.toReversed(), 'Review']);
  });

  test('prefers the typed words in a row to the same words apart', () => {
    const labels = ['Attach all of the documents', 'Show and attach documents'];
    const found = matchCommands(
      labels.map((label) => ({ label })),
      'attach documents',
    );
    expect(found.map(({ label }) => label)).toEqual(labels.toReversed());
  });

  test('prefers the beginning of a word to its middle', () => {
    expect(matchCommands([{ label: 'Install' }, { label: 'All files' }], 'all')[0]?.label).toBe('All files');
  });
});

describe('the history of routes', () => {
  const start: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };
  const visitRoutes = (state: RouteHistory, ...names: RouteName[]) =>
    names.reduce((history, name) => withEntry(history, { name, params: initialParams }), state);

  test('goes back and forward over visited routes', () => {
    const visited = visitRoutes(start, 'settings', 'activity');
    const back = withStep(visited, -1);
    expect(currentEntry(back).name).toBe('settings');
    expect(currentEntry(withStep(back, 1)).name).toBe('activity');
  });

  test('stops at its first and last entry', () => {
    expect(withStep(start, -1)).toBe(start);
    expect(withStep(start, 1)).toBe(start);
  });

  test('drops the entries ahead on a new navigation', () => {
    const branched = visitRoutes(withStep(visitRoutes(start, 'settings', 'activity'), -1), 'beneficiaries');
    expect(branched.entries.map((entry) => entry.name)).toEqual(['documents', 'settings', 'beneficiaries']);
    expect(withStep(branched, 1)).toBe(branched);
  });

  test('keeps at most 100 entries', () => {
    const names = Array.from(
      { length: 500 },
      (_, index): RouteName => (index % 2 === 0 ? 'settings' : 'activity'),
    );
    const longHistory = visitRoutes(start, ...names);
    expect(longHistory.entries.length).toBeLessThanOrEqual(100);
    expect(currentEntry(longHistory).name).toBe('activity');
  });
});

describe('announcements', () => {
  function createTestAnnouncer() {
    const pendingPauses: (() => void)[] = [];
    const announcer = createAnnouncer((_milliseconds, action) => pendingPauses.push(action));
    const spoken: string[] = [];
    announcer.subscribe(() => spoken.push(announcer.currentText()));
    const endPause = () => pendingPauses.shift()?.();
    return { announcer, spoken, endPause };
  }

  test('are made one after the other with a pause between', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('one');
    announcer.announce('two');
    expect(spoken).toEqual(['one']);
    endPause();
    expect(spoken).toEqual(['one', 'two']);
  });

  test('keep only the newest announcement of a topic', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('began');
    for (const percent of [10, 20, 30]) announcer.announce(`${percent} percent`, 'progress');
    endPause();
    endPause();
    expect(spoken).toEqual(['began', '30 percent']);
  });

  test('are made at once after a pause without announcements', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('one');
    endPause();
    announcer.announce('two');
    expect(spoken).toEqual(['one', 'two']);
  });

  test('that repeat a sentence change the text of the region, so that the sentence is spoken again', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('Saved');
    endPause();
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
