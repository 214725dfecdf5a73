/** @file Does things with documents, one or many, and says what came of it. */
import type { Selection } from '../../../shared/contract/documents.ts';
import { addCancellations, nothingCancelled } from '../../../shared/model/cancellation.ts';
import { cancellationWords } from '../../../shared/words/cancellation.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import { announce } from '../../app/announcer.ts';
import { call } from '../../bridge.ts';
import type { Work } from '../../components/use-work.ts';
import type { Act } from './acts.ts';

const { said } = documentsScreenWords.selection;

/** An act that needs no question. */
export type PlainAct = Exclude<Act, 'assign' | 'cancel'>;

const commands = {
  unassign: 'documents.unassign',
  'send-anyway': 'documents.include',
  include: 'documents.include',
  recheck: 'documents.recheck',
  retry: 'documents.retry',
  exclude: 'documents.exclude',
} as const satisfies Record<PlainAct, string>;

/** What can be done with documents of one batch. */
export interface DocumentActs {
  readonly act: (act: PlainAct, selections: readonly Selection[]) => void;
  /** Gives documents a beneficiary. Rejects when main does: the dialog that asked says so. */
  readonly assign: (selections: readonly Selection[], beneficiaryId: number, label: string) => Promise<void>;
  /** Cancels documents. Rejects when main does: the dialog that asked says so. */
  readonly cancel: (selections: readonly Selection[]) => Promise<void>;
  readonly attachIncomplete: (beneficiaryId: number) => void;
}

async function inTurn(
  selections: readonly Selection[],
  ask: (selection: Selection) => Promise<{ changed: number }>,
): Promise<number> {
  let changed = 0;
  for (const selection of selections) changed += (await ask(selection)).changed;
  return changed;
}

/** Binds the acts to a batch and to the place where failures are shown. */
export function documentActs(batchId: number, work: Work): DocumentActs {
  return {
    act(act, selections) {
      void work.run(async () => {
        const changed = await inTurn(selections, (selection) => call(commands[act], { batchId, selection }));
        announce(said[act](changed));
      });
    },
    async assign(selections, beneficiaryId, label) {
      const changed = await inTurn(selections, (selection) =>
        call('documents.assign', { batchId, selection, beneficiaryId }),
      );
      announce(said.assign(changed, label));
    },
    async cancel(selections) {
      let changed = 0;
      let sum = nothingCancelled;
      for (const selection of selections) {
        const cancelled = await call('documents.cancelDocuments', { batchId, selection });
        changed += cancelled.changed;
        sum = addCancellations(sum, cancelled.outcome);
      }
      announce(cancellationWords.done.documents(changed, sum));
    },
    attachIncomplete(beneficiaryId) {
      void work.run(async () => {
        await call('documents.attachIncomplete', { batchId, beneficiaryId });
      });
    },
  };
}
