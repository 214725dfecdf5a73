/** @file Handlers of the saved views of a profile: those of the clerk, and those that the administrator hands out. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import {
  isSameViewName,
  maxViewNameLength,
  type NamedView,
  namedViewSchema,
  namedViewsSchema,
  type SavedView,
} from '../../../../shared/model/statements/saved-view.ts';
import { requireActiveProfile } from '../../../app/require-active-profile.ts';
import type { Handlers } from '../../../bridge/registrar.ts';
import { SerialQueue } from '../../../concurrency/serial-queue.ts';
import { readFirstBytes } from '../../../files/first-bytes.ts';
import type { Library } from '../../../storage/library/library.ts';
import { createSealedCollection } from '../../../storage/library/sealed-collection.ts';
import type { StatementPorts } from '../ports.ts';

/** Maximum size of the file, in bytes. */
const maxViewFileBytes = 4 * 1024 * 1024;

const format = 'paydesk-views';
const version = 1;

const anyVersionSchema = z.looseObject({ format: z.literal(format), version: z.int() });
/** Unencrypted JSON with a version. */
const viewFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  views: namedViewsSchema.min(1),
});

function createInvalidError(): PaydeskError {
  return new PaydeskError('view-file-invalid', 'The file is not a file of views');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw createInvalidError();
  }
}

export function formatViewFile(views: readonly NamedView[]): string {
  return `${JSON.stringify({ format, version, views }, null, 2)}\n`;
}

/** Parses a file of views. Throws `view-file-newer` for a later version and `view-file-invalid` for anything else. */
export function parseViewFile(bytes: Uint8Array): readonly NamedView[] {
  if (bytes.length > maxViewFileBytes) throw createInvalidError();
  const content = parseJson(new TextDecoder().decode(bytes));
  const { data: header } = anyVersionSchema.safeParse(content);
  if (header === undefined) throw createInvalidError();
  if (header.version > version)
    throw new PaydeskError('view-file-newer', 'A later version of Paydesk wrote the file');
  const { data } = viewFileSchema.safeParse(content);
  if (data === undefined) throw createInvalidError();
  return data.views;
}

/** Stores views in the library: their filters may contain names and amounts of a statement. */
export function createViewFiles(library: Library) {
  return createSealedCollection(
    library,
    'statement-view',
    z.object({ profileId: z.string(), named: namedViewSchema }),
  );
}

interface SavedViewsDeps
  extends Pick<
    StatementPorts,
    'library' | 'dialogs' | 'saved' | 'readChosenFile' | 'onExported' | 'statements'
  > {
  readonly views: ReturnType<typeof createViewFiles>;
  /** The views of the policy. */
  readonly managedViews: readonly NamedView[];
}

type Scope = NamedView['walletId'];

/** True when two views can be in one list. */
function shareList(one: Scope, other: Scope): boolean {
  return one === null || other === null || one === other;
}

/** Returns a name that no listed view has: `Month end`, otherwise `Month end (2)`. */
function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) {
    const suffix = ` (${number})`;
    free = `${name.slice(0, maxViewNameLength - suffix.length)}${suffix}`;
  }
  return free;
}

export function createSavedViewHandlers(deps: SavedViewsDeps): Handlers {
  const { statements, views, dialogs } = deps;
  /** Changes run one after the other, so that names stay different and a scope has one default view. */
  const changes = new SerialQueue();
  const managedViews: readonly SavedView[] = deps.managedViews.map((named, index) => ({
    ...named,
    id: `managed-${index}`,
    isManaged: true,
  }));

  async function listAll(profileId: string): Promise<SavedView[]> {
    const stored = await views.list(profileId);
    return [...managedViews, ...stored.map(({ id, about }) => ({ ...about.named, id, isManaged: false }))];
  }

  function isNameTaken(all: readonly SavedView[], { name, walletId }: Pick<NamedView, 'name' | 'walletId'>) {
    return all.some((other) => shareList(other.walletId, walletId) && isSameViewName(other.name, name));
  }

  function requireFreeName(all: readonly SavedView[], named: Pick<NamedView, 'name' | 'walletId'>): void {
    if (isNameTaken(all, named)) throw new PaydeskError('view-name-taken', 'Another view has this name');
  }

  async function replaceView(
    profileId: string,
    { id, isManaged: _isManaged, ...named }: SavedView,
  ): Promise<void> {
    await views.replace(id, { profileId, named });
  }

  /** Ends that other views are the default view of a scope. */
  async function clearDefault(profileId: string, all: readonly SavedView[], walletId: Scope): Promise<void> {
    for (const view of all)
      if (view.isDefault && !view.isManaged && view.walletId === walletId)
        await replaceView(profileId, { ...view, isDefault: false });
  }

  /** Changes a view of the clerk, one change at a time. */
  function change(
    id: string,
    work: (profileId: string, view: SavedView, others: readonly SavedView[]) => Promise<void>,
  ): Promise<null> {
    const profileId = statements.activeProfile().id;
    return changes.run(async () => {
      const all = await listAll(profileId);
      const view = all.find((candidate) => candidate.id === id);
      if (view === undefined) throw new PaydeskError('arguments-invalid', 'There is no such view');
      if (view.isManaged) throw new PaydeskError('setting-managed', 'The administrator hands out the view');
      const others = all.filter((other) => other !== view);
      await work(profileId, view, others);
      return null;
    });
  }

  /** Adds views under free names. Returns the number of those that got another name. */
  async function addImported(profileId: string, imported: readonly NamedView[]): Promise<number> {
    const all = await listAll(profileId);
    let renamed = 0;
    for (const named of imported) {
      const name = findFreeName(named.name, (wanted) => isNameTaken(all, { ...named, name: wanted }));
      if (name !== named.name) renamed += 1;
      const added = { ...named, name, isDefault: false };
      const { id } = await views.add({ profileId, named: added }, []);
      all.push({ ...added, id, isManaged: false });
    }
    return renamed;
  }

  return {
    'viewer.views': {
      list: async ({ walletId }) => {
        const all = await listAll(statements.activeProfile().id);
        const listed = all.filter((view) => view.walletId === null || view.walletId === walletId);
        return { views: listed.toSorted((one, other) => one.name.localeCompare(other.name)) };
      },
      save: (named) => {
        const profileId = statements.activeProfile().id;
        return changes.run(async () => {
          const all = await listAll(profileId);
          requireFreeName(all, named);
          const { id } = await views.add({ profileId, named }, []);
          if (named.isDefault) await clearDefault(profileId, all, named.walletId);
          return { id };
        });
      },
      update: ({ id, view: definition }) =>
        change(id, (profileId, view) => replaceView(profileId, { ...view, view: definition })),
      rename: ({ id, name }) =>
        change(id, async (profileId, view, others) => {
          requireFreeName(others, { ...view, name });
          await replaceView(profileId, { ...view, name });
        }),
      setDefault: ({ id, isDefault }) =>
        change(id, async (profileId, view, others) => {
          await replaceView(profileId, { ...view, isDefault });
          if (isDefault) await clearDefault(profileId, others, view.walletId);
        }),
      remove: ({ id }) => change(id, () => deps.library.remove(id)),
      export: async ({ ids }) => {
        const profile = statements.activeProfile();
        const exported = (await listAll(profile.id)).filter(({ id }) => ids.includes(id));
        const path = await dialogs.chooseSavePath(
          t('statementViews.export.title'),
          t('statementViews.export.file'),
        );
        if (path === null) return { savedAs: null };
        requireActiveProfile(statements.findActiveProfile(), profile);
        const text = formatViewFile(exported.map(({ id: _id, isManaged: _isManaged, ...named }) => named));
        await deps.saved.writeFileAtomically(path, (file) => file.writeFile(text));
        deps.onExported(path, profile);
        return { savedAs: deps.saved.add(path) };
      },
      import: async ({ walletId }) => {
        const profile = statements.activeProfile();
        const path = await dialogs.chooseFileToOpen(t('statementViews.import.dialog'), ['json']);
        if (path === null) return null;
        // One byte beyond the limit shows that the file is too large.
        const bytes = await readFirstBytes(deps.readChosenFile(path), maxViewFileBytes + 1);
        const imported = parseViewFile(bytes);
        requireActiveProfile(statements.findActiveProfile(), profile);
        const renamed = await changes.run(() => addImported(profile.id, imported));
        const elsewhere = imported.filter((view) => view.walletId !== null && view.walletId !== walletId);
        return { imported: imported.length, renamed, elsewhere: elsewhere.length };
      },
    },
  };
}
