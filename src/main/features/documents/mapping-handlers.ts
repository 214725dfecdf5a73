/** @file Handlers of the commands that assign documents by rule. */
import type { MappingRule } from '../../../shared/contract/mapping.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Ports } from '../ports.ts';
import { undoMapping } from './database/assign/assignment-history.ts';
import * as mapping from './database/assign/mapping.ts';
import * as lists from './database/lists.ts';
import type { Documents } from './documents.ts';
import { createManifests } from './manifest.ts';

interface MappingDeps extends Pick<Ports, 'store' | 'clock' | 'dialogs' | 'readList' | 'readChosenFile'> {
  readonly documents: Documents;
  readonly osUser: string;
  /** Called when the address book of a profile has new entries. */
  readonly onAddressBookChanged: (profileId: string) => void;
}

export function createMappingHandlers(deps: MappingDeps): Handlers {
  const { documents, store, dialogs } = deps;
  const manifests = createManifests(deps.readList, deps.readChosenFile);
  const stamp = () => ({ at: deps.clock.now(), by: deps.osUser });

  function fullRule(batchId: number, rule: MappingRule): mapping.FullRule {
    if (rule.by === 'pattern') return rule;
    return { by: 'manifest', lines: [...manifests.get(batchId, rule.manifestId).lines] };
  }

  async function pathOfDocument(batchId: number, documentId: number): Promise<string> {
    const found = await store.run(lists.selectDetail, { documentId });
    if (found?.batchId !== batchId) throw new PaydeskError('document-unknown', 'There is no such document');
    return found.path;
  }

  return {
    'documents.openManifest': async (args) => {
      const { batchId } = args;
      await documents.activeWorker().requireBatch(batchId);
      const path =
        args.from === 'dialog'
          ? await dialogs.chooseFileToOpen(t('documentsMapping.list.dialogTitle'), ['csv', 'tsv', 'txt'])
          : args.from === 'document'
            ? await pathOfDocument(batchId, args.documentId)
            : args.files.paths[0];
      if (path === null || path === undefined) return null;
      const { id, fileName, lines } = await manifests.open(batchId, path);
      return { manifestId: id, fileName, lines: lines.length };
    },
    'documents.mapping': {
      preview: async (args) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(args.batchId);
        return store.run(mapping.previewMapping, { ...args, rule: fullRule(args.batchId, args.rule) });
      },
      apply: async (args) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(args.batchId);
        const rule = fullRule(args.batchId, args.rule);
        const applied = await store.run(mapping.applyMapping, { ...args, rule, ...stamp() });
        worker.invalidate(args.batchId);
        if (applied.added > 0) deps.onAddressBookChanged(worker.profile.id);
        return applied;
      },
      undo: async ({ batchId }) => {
        const worker = documents.activeWorker();
        await worker.requireBatch(batchId);
        const undone = await store.run(undoMapping, { batchId, ...stamp() });
        worker.invalidate(batchId);
        return undone;
      },
    },
  };
}
