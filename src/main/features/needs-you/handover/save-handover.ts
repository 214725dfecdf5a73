/** @file Saves the open work of this computer for a colleague, as PDF. */
import { PaydeskError } from '../../../../shared/errors.ts';
import { formatTimestamp, t } from '../../../../shared/messages/index.ts';
import type { Need, OpenWork } from '../../../../shared/model/needs-you/needs-you.ts';
import type { SavedFile } from '../../../../shared/model/saved-file.ts';
import type { Ports } from '../../ports.ts';
import { describeHandover, type HandoverFacts } from './describe-handover.ts';
import { toHandoverPages } from './handover-pages.ts';

export interface HandoverDeps extends Pick<Ports, 'info' | 'dialogs' | 'saved' | 'renderPages'> {
  /** Names what an entry counts, one line each. */
  readonly listDetails: (need: Need) => Promise<readonly string[]>;
  readonly onExported: (path: string) => void;
}

/** The open work at a moment, with the profiles that it may name. */
interface HandoverSource extends OpenWork, Pick<HandoverFacts, 'at' | 'profiles'> {}

/**
 * Asks where to save and writes what is open after the answer; `null` when the clerk closed the dialog. `now` is in
 * milliseconds since 1970. Rejects with `handover-too-long`, and like `withSaveErrors`.
 */
export type SaveHandover = (
  now: number,
  readSource: () => Promise<HandoverSource>,
) => Promise<SavedFile | null>;

export function createHandoverSaver(deps: HandoverDeps): SaveHandover {
  const { info, dialogs, saved, renderPages, listDetails, onExported } = deps;
  return async (now, readSource) => {
    const [date = ''] = formatTimestamp(new Date(now).toISOString()).split(' ');
    const path = await dialogs.chooseSavePath(t('handover.dialogTitle'), t('handover.fileName', { date }));
    if (path === null) return null;
    const { at, profiles, ...work } = await readSource();
    const { osUser: savedBy, version } = info;
    const handover = await describeHandover(work, { at, profiles, savedBy, version, listDetails });
    const pdf = await renderPages(await toHandoverPages(handover));
    if (pdf === null) throw new PaydeskError('handover-too-long', 'The handover has too many pages');
    await saved.writeFileAtomically(path, (file) => file.writeFile(pdf));
    onExported(path);
    return saved.add(path);
  };
}
