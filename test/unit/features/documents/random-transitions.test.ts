import { expect, test } from 'vitest';
import { attachMachine } from '../../../../src/shared/model/documents/attach-operation.ts';
import { batchMachine } from '../../../../src/shared/model/documents/batch-machine.ts';
import { documentMachine } from '../../../../src/shared/model/documents/document-machine.ts';
import { changesOf } from '../../../fakes/watch-transitions.ts';
import { callRandomly } from './random-calls.ts';

test('random calls perform no transition that the tables of states do not have', () => {
  const changesIn = callRandomly(300, 7);
  for (const machine of [documentMachine, batchMachine, attachMachine]) {
    expect(changesIn(machine.table).length).toBeGreaterThan(2);
    expect(changesOf(machine)).toEqual(expect.arrayContaining(changesIn(machine.table)));
  }
});
