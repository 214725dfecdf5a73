import { lookup } from 'node:dns/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { canHangDrives, hangInTest, withTimeout } from '../../../fakes/platform/hanging-drive.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { createSharedTest, openStatementsFixture } from './statements-fixture.ts';

const clock = createMovingClock();
const test = createSharedTest(() => openStatementsFixture({ clock }));

test.skipIf(!canHangDrives())(
  'a hanging share that is watched for events blocks nothing else, is reported as unavailable, and is watched again when it responds',
  async ({ fixture }) => {
    const share = join(fixture.folder, 'share');
    await mkdir(share);
    fixture.platform.answers.folder = [share];
    await fixture.call('statements.inbox', { action: 'chooseFolder' });
    const drive = hangInTest(share);
    /** Advances the clock until a condition holds, slowly enough for a process to start before its timeout. */
    const advanceUntil = (condition: () => unknown) =>
      eventually(async () => {
        clock.skip(1_000);
        await condition();
      }, 200);
    const folderState = () => fixture.testApp.topic('statements').inbox.folderState;
    await advanceUntil(() => expect(folderState()).toBe('away'));
    await withTimeout('A name look-up', lookup('localhost'));
    await withTimeout('Another statement', fixture.storeStatement(1002));
    const { event, id } = await fixture.requestStatement(1003);
    drive.end();
    await writeFile(join(share, 'one.json'), JSON.stringify(event));
    await advanceUntil(async () =>
      expect(await fixture.call('statements.get', { id })).toMatchObject({ state: 'stored' }),
    );
    expect(folderState()).toBe('watching');
    expect(fixture.unexpectedLogLines()).toEqual([]);
  },
);
