import { describe, expect, test } from 'vitest';
import { formatKeys, matchesKeys, type PressedKey } from '../../../src/renderer/app/commands/keys.ts';
import { matchCommands } from '../../../src/renderer/app/commands/match-commands.ts';
import {
  currentEntry,
  initialParams,
  type RouteHistory,
  type RouteName,
  withNavigation,
  withStep,
} from '../../../src/renderer/app/routes.ts';
import { stepTextSize, textSizeStepOf } from '../../../src/renderer/app/settings/text-size.ts';
import { createAnnouncer } from '../../../src/renderer/app/toasts/announcer.ts';
import { createRules } from '../../../src/renderer/trusted-types.ts';

/** Returns a pressed key from its name and its modifiers, such as `ctrl shift k`. */
function press(keys: string): PressedKey {
  const modifiers = keys.split(' ');
  const key = modifiers.pop() ?? '';
  const has = (name: string) => modifiers.includes(name);
  return { key, ctrlKey: has('ctrl'), metaKey: has('meta'), shiftKey: has('shift'), altKey: has('alt') };
}

test.each([
  ['Mod+K', 'windows', 'ctrl k', true],
  ['Mod+K', 'mac', 'meta k', true],
  ['Mod+K', 'mac', 'ctrl k', false],
  ['Mod+K', 'windows', 'meta k', false],
  ['Mod+K', 'linux', 'k', false],
  ['Mod+K', 'linux', 'ctrl meta k', false],
  ['Mod+Shift+O', 'linux', 'ctrl shift O', true],
  ['F6', 'linux', 'F6', true],
  ['F6', 'linux', 'shift F6', false],
  ['Mod++', 'windows', 'ctrl +', true],
  ['Mod++', 'windows', 'ctrl =', false],
] as const)('the keys %s on %s are matched by %s (%s)', (keys, os, pressed, matches) => {
  expect(matchesKeys(press(pressed), keys, os)).toBe(matches);
});

test.each([
  ['Mod+K', 'windows', 'Ctrl K'],
  ['Alt+ArrowLeft', 'windows', 'Alt ←'],
  ['Mod++', 'windows', 'Ctrl +'],
  ['Mod++', 'mac', '⌘+'],
] as const)('the keys %s on %s are shown as %s', (keys, os, text) => {
  expect(formatKeys(keys, os)).toBe(text);
});

describe('a step of the text size', () => {
  test.each([
    [100, 'larger', 115],
    [130, 'larger', 150],
    [150, 'larger', 150],
    [115, 'smaller', 100],
    [150, 'normal', 100],
  ] as const)('from %i %s leads to %i', (size, step, next) => {
    expect(stepTextSize(size, step)).toBe(next);
  });

  test.each([
    ['ctrl +', 'windows', 'larger'],
    ['ctrl shift +', 'windows', 'larger'],
    ['ctrl =', 'windows', 'larger'],
    ['ctrl -', 'windows', 'smaller'],
    ['ctrl shift _', 'windows', 'smaller'],
    ['ctrl 0', 'windows', 'normal'],
    ['+', 'windows', null],
    ['ctrl alt +', 'windows', null],
    ['meta =', 'mac', 'larger'],
    ['ctrl =', 'mac', null],
  ] as const)('is made by %s on %s: %s', (pressed, os, step) => {
    expect(textSizeStepOf(press(pressed), os)).toBe(step);
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

  test.each([
    ['every word, in any order', 'all pau', ['Pause all']],
    ['every word, not only some', 'pause nothing', []],
    ['words without accents and case', 'AHLSTROM', ['Ahlström Konepaja Oy']],
    ['identifiers', 'c1180', ['Ahlström Konepaja Oy']],
    ['keywords', 'upload', ['Attach 214 documents…']],
  ])('matches %s', (_, typed, labels) => {
    expect(search(typed)).toEqual(labels);
  });

  test.each([
    [
      'the exact label to its beginning, a word in it, and letters in it',
      'statements',
      ['Statements', 'Statements of May', 'All statements', 'Restatements'],
    ],
    [
      'the typed words in a row to the same words apart',
      'attach documents',
      ['Show and attach documents', 'Attach all of the documents'],
    ],
    ['the beginning of a word to its middle', 'all', ['All files', 'Install']],
  ])('prefers %s', (_, typed, labels) => {
    const keyword = { label: 'Review', keywords: [typed] };
    const found = matchCommands([keyword, ...labels.toReversed().map((label) => ({ label }))], typed);
    expect(found.map(({ label }) => label)).toEqual([...labels, 'Review']);
  });
});

describe('the history of routes', () => {
  const start: RouteHistory = { entries: [{ name: 'documents', params: initialParams }], index: 0 };
  const visitRoutes = (state: RouteHistory, ...names: RouteName[]) =>
    names.reduce((history, name) => withNavigation(history, name), state);

  test('goes back and forward over visited routes, up to its first and last entry', () => {
    const back = withStep(visitRoutes(start, 'settings', 'activity'), -1);
    expect(currentEntry(back).name).toBe('settings');
    expect(currentEntry(withStep(back, 1)).name).toBe('activity');
    expect(withStep(start, -1)).toBe(start);
    expect(withStep(start, 1)).toBe(start);
  });

  test('drops the entries ahead on a new navigation', () => {
    const branched = visitRoutes(withStep(visitRoutes(start, 'settings', 'activity'), -1), 'beneficiaries');
    expect(branched.entries.map((entry) => entry.name)).toEqual(['documents', 'settings', 'beneficiaries']);
    expect(withStep(branched, 1)).toBe(branched);
  });

  test('keeps the statement under review when its route or another tab is opened again', () => {
    const params = { tab: 'viewer', statementId: null, combinedIds: [5, 6] } as const;
    const coverage = visitRoutes(
      withNavigation(start, 'statements', params),
      'activity',
      'statements',
      'statements',
    );
    expect(currentEntry(coverage).params.statements).toEqual({ ...params, tab: 'coverage' });
    expect(visitRoutes(coverage, 'statements')).toBe(coverage);
    const inbox = withNavigation(coverage, 'statements', { tab: 'inbox', statementId: null });
    expect(currentEntry(inbox).params.statements).toEqual({ ...params, tab: 'inbox' });
  });

  test('keeps at most 100 entries', () => {
    const names = Array.from({ length: 250 }, () => ['settings', 'activity'] as const).flat();
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

  test('are made one after the other with a pause between, and at once after a pause without any', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('one');
    announcer.announce('two');
    expect(spoken).toEqual(['one']);
    endPause();
    expect(spoken).toEqual(['one', 'two']);
    endPause();
    announcer.announce('three');
    expect(spoken).toEqual(['one', 'two', 'three']);
  });

  test('keep only the newest announcement of a topic', () => {
    const { announcer, spoken, endPause } = createTestAnnouncer();
    announcer.announce('began');
    for (const percent of [10, 20, 30]) announcer.announce(`${percent} percent`, 'progress');
    endPause();
    endPause();
    expect(spoken).toEqual(['began', '30 percent']);
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

  test('about a previous session are dropped by the announcement of its end', () => {
    const { announcer, endPause } = createTestAnnouncer();
    announcer.announce('2 documents excluded');
    announcer.announce('Batch 14 finished');
    announcer.announceOnly('Signed out');
    const texts = [announcer.currentText()];
    for (let pause = 0; pause < 2; pause += 1) {
      endPause();
      texts.push(announcer.currentText());
    }
    expect(texts).toEqual(['', 'Signed out', 'Signed out']);
  });
});

describe('the policy for markup and scripts', () => {
  const rules = createRules('https://paydesk.invalid');

  test('permits text without markup and scripts of the own origin, and refuses all others', () => {
    for (const text of ['', 'a & b']) expect(rules.createHTML(text)).toBe(text);
    expect(rules.createScriptURL('./worker.js')).toBe('./worker.js');
    expect(() => rules.createHTML('<b>x</b>')).toThrow(TypeError);
    expect(() => rules.createScript()).toThrow(TypeError);
    const origin = 'evil.example/x.js';
    for (const url of [`https://${origin}`, `//${origin}`, 'data:text/javascript,1', 'blob:x']) {
      expect(() => rules.createScriptURL(url)).toThrow(TypeError);
    }
  });
});
