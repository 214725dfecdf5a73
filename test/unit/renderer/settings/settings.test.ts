import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSettingsChanger } from '../../../../src/renderer/app/settings/use-settings.ts';
import { parseSectionId, sections } from '../../../../src/renderer/features/settings/sections.ts';
import { thirdPartyComponents } from '../../../../src/renderer/features/settings/third-party-components.ts';
import { defaultSettings, type Settings } from '../../../../src/shared/model/settings.ts';

/** Creates a changer with a main process that saves or refuses when the test says. */
function createChanger() {
  let published: Settings = defaultSettings;
  const sent: Settings[] = [];
  const requests: { save(): void; refuse(): void }[] = [];
  const changer = createSettingsChanger(
    () => published,
    (settings) => {
      sent.push(settings);
      const { promise, resolve, reject } = Promise.withResolvers<null>();
      requests.push({ save: () => resolve(null), refuse: () => reject(new Error('not kept')) });
      return promise;
    },
  );
  const publish = (settings: Settings) => {
    published = settings;
  };
  return { changer, sent, requests, publish };
}

const dark = { appearance: { theme: 'dark', contrast: false } } as const;

describe('a change of the settings', () => {
  test('does not undo an earlier change that main has not published yet', async () => {
    const { changer, sent, requests } = createChanger();
    const first = changer.change(dark);
    const second = changer.change({ largeFileMegabytes: 40 });
    for (const request of requests) request.save();
    await Promise.all([first, second]);
    expect(sent.at(-1)).toEqual({ ...defaultSettings, ...dark, largeFileMegabytes: 40 });
  });

  test('builds on the last request when main has published only an earlier one', () => {
    const { changer, sent, publish } = createChanger();
    const enlarge = ({ largeFileMegabytes }: Settings) => ({ largeFileMegabytes: largeFileMegabytes + 1 });
    void changer.change(enlarge);
    void changer.change(enlarge);
    publish({ ...defaultSettings, largeFileMegabytes: 26 });
    void changer.change(enlarge);
    publish({ ...defaultSettings, largeFileMegabytes: 28 });
    void changer.change(enlarge);
    expect(sent.map(({ largeFileMegabytes }) => largeFileMegabytes)).toEqual([26, 27, 28, 29]);
  });

  test('starts from the last published settings', async () => {
    const { changer, sent, requests, publish } = createChanger();
    const first = changer.change(dark);
    requests[0]?.save();
    await first;
    publish({ ...defaultSettings, largeFileMegabytes: 99 });
    void changer.change({ appearance: { theme: 'light', contrast: true } });
    expect(sent.at(-1)).toEqual({
      ...defaultSettings,
      appearance: { theme: 'light', contrast: true },
      largeFileMegabytes: 99,
    });
  });

  test('is not part of the next change when main refused to save', async () => {
    const { changer, sent, requests } = createChanger();
    const first = changer.change(dark);
    requests[0]?.refuse();
    await expect(first).rejects.toThrow('not kept');
    void changer.change({ largeFileMegabytes: 40 });
    expect(sent.at(-1)).toEqual({ ...defaultSettings, largeFileMegabytes: 40 });
  });
});

test('an unknown section ID stands for the first section', () => {
  expect(parseSectionId('data')).toBe('data');
  expect(parseSectionId('no such section')).toBe(sections[0].id);
  expect(parseSectionId(null)).toBe(sections[0].id);
});

test('the listed components are those that docs/dependencies.md marks as shipped', () => {
  const file = readFileSync(new URL('../../../../docs/dependencies.md', import.meta.url), 'utf8');
  const shipped = file.slice(file.indexOf('## Shipped'), file.indexOf('## Building'));
  const rows = shipped.split('\n').filter((line) => line.startsWith('| '));
  const names = rows.slice(1).flatMap((row) => (row.split('|')[1] ?? '').replace(/\(.*\)/, '').split(','));
  expect(thirdPartyComponents.map(({ name }) => name)).toEqual(names.map((name) => name.trim()).toSorted());
});
