import { expect, test } from 'vitest';
import { attachMachine } from '../../../../../src/shared/model/documents/attach-operation.ts';
import { batchMachine } from '../../../../../src/shared/model/documents/batch-machine.ts';
import { documentMachine } from '../../../../../src/shared/model/documents/document-machine.ts';
import { changesOf } from '../../../../fakes/watch-transitions.ts';
import { callRandomly } from '../../../../unit/features/documents/random-calls.ts';

test('random calls perform every transition of the tables and no other', () => {
  const changesIn = callRandomly(4_000, 7);
  for (const machine of [documentMachine, batchMachine, attachMachine])
    expect(changesIn(machine.table)).toEqual(changesOf(machine));
});
