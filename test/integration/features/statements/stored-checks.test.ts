/** @file The checks of stored statements that were not opened. */
import { expect } from 'vitest';
import type { NeedLine } from '../../../../src/shared/model/needs-you/need-line.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { harmEngine } from '../../../fakes/statements/harmful-engine.ts';
import { createSharedTest, openStatementsFixture, type StatementsFixture } from './statements-fixture.ts';

const test = createSharedTest(async () => {
  const fixture = await openStatementsFixture({ hasKeychain: true });
  return Object.assign(fixture, { harmful: harmEngine(fixture.platform.processes) });
});

/** Waits for the line of a statement; returns its problems, or `null` when there is no line. */
async function untilProblems(
  { testApp }: StatementsFixture,
  id: number,
  isExpected: (line: NeedLine | undefined) => boolean,
) {
  const find = (top: readonly NeedLine[]) =>
    top.find((line) => line.kind === 'checks-failed' && line.statementId === id);
  const line = find((await testApp.until('needsYou', ({ top }) => isExpected(find(top)))).top);
  return line?.kind === 'checks-failed' ? line.problems : null;
}

test('a failed check is open work until the statement is signed off with an explanation', async ({
  fixture,
}) => {
  const { event, id } = await fixture.requestStatement(1004);
  const { event: about } = event;
  const { transactionCount } = about;
  await fixture.pasteEvent({ ...event, event: { ...about, transactionCount: transactionCount + 1 } });
  expect(await untilProblems(fixture, id, (line) => line !== undefined)).toEqual(['rows']);
  const cellOf = async () => {
    const { rows } = await fixture.call('statements.coverage', { last: '2026-01', months: 1 });
    return rows.find(({ wallet }) => wallet.id === 1004)?.cells[0];
  };
  expect(await cellOf()).toMatchObject({ state: 'stored', hasFailed: true, isReviewed: false });
  await fixture.call('viewer.annotations', {
    action: 'signOff',
    statementId: id,
    explanations: [{ id: 'rows', text: 'A row was booked later' }],
  });
  await untilProblems(fixture, id, (line) => line === undefined);
  expect(await cellOf()).toMatchObject({ hasFailed: false, isReviewed: true });
});

test('a file that ends the process twice is open work until it is read again', async ({ fixture }) => {
  const stored = await fixture.storeStatement(1005);
  const { sha256 } = await fixture.call('statements.get', { id: stored });
  fixture.harmful.harm(sha256);
  const again = await fixture.storeStatement(1005);
  expect(await untilProblems(fixture, again, (line) => line !== undefined)).toEqual(['unreadable']);
  fixture.harmful.heal(sha256);
  await fixture.call('statements.retry', { action: 'read', id: again });
  await untilProblems(fixture, again, (line) => line === undefined);
  await eventually(async () => {
    expect((await fixture.call('statements.get', { id: again })).failedChecks).toEqual([]);
  });
});
