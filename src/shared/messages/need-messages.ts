/**
 * @file Messages of one entry: what needs the clerk, what happens if nothing is done, and the label of the action.
 */

import type { DiskFull } from '../model/disk-full.ts';
import type { Need, NeedOf } from '../model/needs-you/needs-you.ts';
import { describeCheckTitle } from './check-points.ts';
import { describeError } from './error-messages.ts';
import { formatPeriod } from './format-period.ts';
import {
  formatBytes,
  formatDuration,
  formatMonth,
  formatPlainList,
  type PlainMessageKey,
  t,
} from './index.ts';

/** The messages of an entry. */
interface NeedMessages {
  readonly title: string;
  /** What happens if nothing is done. */
  readonly consequence: string;
  /** The label of the button that leads to the target. */
  readonly action: string;
}

/** Returns the title of a statement that was not downloaded, with the reason. */
function downloadTitle({ walletId, from, till, failure }: NeedOf<'link-ended' | 'download-failing'>): string {
  return t(`needsYou.download.${failure ?? 'other'}`, { walletId, period: formatPeriod(from, till) });
}

/** The free and the needed space: `1.2 MB free, 25 MB needed`. */
export function diskSpaceText({ freeBytes, neededBytes }: DiskFull): string {
  const needed = formatBytes(neededBytes);
  return freeBytes === null
    ? t('needsYou.disk-full.spaceNeeded', { needed })
    : t('needsYou.disk-full.space', { free: formatBytes(freeBytes), needed });
}

export function diskFullTitle(full: DiskFull): string {
  return t('needsYou.disk-full.title', { space: diskSpaceText(full) });
}

/** Creates the messages of an entry. A kind without messages does not compile. */
export function createNeedMessages(need: Need): NeedMessages {
  const createMessages = (
    title: string,
    consequence: PlainMessageKey,
    action: PlainMessageKey,
  ): NeedMessages => ({
    title,
    consequence: t(consequence),
    action: t(action),
  });
  switch (need.kind) {
    case 'disk-full':
      return createMessages(diskFullTitle(need), 'needsYou.disk-full.consequence', 'needsYou.showDataFolder');
    case 'library-session-only':
      return createMessages(
        t(`needsYou.library-session-only.${need.content}`, { count: need.items }),
        'needsYou.library-session-only.consequence',
        need.content === 'proofs' ? 'needsYou.showProofs' : 'needsYou.showStatements',
      );
    case 'link-ended':
      return createMessages(downloadTitle(need), 'needsYou.link-ended.consequence', 'needsYou.showInInbox');
    case 'link-ending':
    case 'request-unknown':
    case 'event-overdue':
    case 'request-refused':
      return createMessages(
        t(`needsYou.${need.kind}.title`, {
          walletId: need.walletId,
          period: formatPeriod(need.from, need.till),
        }),
        `needsYou.${need.kind}.consequence`,
        'needsYou.showInInbox',
      );
    case 'checks-failed': {
      const problems = need.problems.map((problem) =>
        problem === 'damaged' || problem === 'unreadable'
          ? t(`needsYou.checks-failed.${problem}`)
          : describeCheckTitle({ id: problem, result: 'failed' }),
      );
      const period = formatPeriod(need.from, need.till);
      return createMessages(
        t('needsYou.checks-failed.title', {
          walletId: need.walletId,
          period,
          problems: formatPlainList(problems),
        }),
        'needsYou.checks-failed.consequence',
        'needsYou.checks-failed.action',
      );
    }
    case 'month-unsigned':
      return createMessages(
        t('needsYou.month-unsigned.title', { month: formatMonth(need.month), count: need.statements }),
        'needsYou.month-unsigned.consequence',
        'needsYou.month-unsigned.action',
      );
    case 'download-failing':
      return createMessages(
        downloadTitle(need),
        need.isLostOnRestart
          ? 'needsYou.download-failing.lost-on-restart'
          : 'needsYou.download-failing.consequence',
        'needsYou.showInInbox',
      );
    case 'unknown-outcome':
      return createMessages(
        unknownOutcomeTitle(need),
        'needsYou.unknown-outcome.consequence',
        'needsYou.unknown-outcome.action',
      );
    case 'documents-withheld':
    case 'documents-failed':
    case 'files-missing':
    case 'batch-draft':
      return {
        title: t(`needsYou.${need.kind}.title`, { batchNumber: need.batchNumber, documents: need.documents }),
        consequence: t(`needsYou.${need.kind}.consequence`),
        action: t('needsYou.openBatch', { batchNumber: need.batchNumber }),
      };
    case 'batch-paused':
      return {
        title: pausedTitle(need),
        consequence: t('needsYou.batch-paused.consequence'),
        action: t('needsYou.openBatch', { batchNumber: need.batchNumber }),
      };
    case 'id-needed':
    case 'beneficiary-draft':
      return createMessages(
        t(`needsYou.${need.kind}.title`, { label: need.label }),
        `needsYou.${need.kind}.consequence`,
        `needsYou.${need.kind}.action`,
      );
    case 'proofs-paused':
    case 'proofs-failed':
    case 'proofs-lost':
      return createMessages(
        t(`needsYou.${need.kind}.title`, { count: need.proofs }),
        `needsYou.${need.kind}.consequence`,
        'needsYou.showProofs',
      );
    case 'library-unavailable':
      return createMessages(
        describeError(need.error).title,
        'needsYou.library-unavailable.consequence',
        'needsYou.showProofs',
      );
    case 'event-quarantined':
      return createMessages(
        quarantinedTitle(need),
        'needsYou.event-quarantined.consequence',
        'needsYou.event-quarantined.action',
      );
    case 'event-incomplete':
      return {
        title: t('needsYou.event-incomplete.title', { file: need.file }),
        consequence: t('needsYou.event-incomplete.consequence', { folder: need.folder }),
        action: t('needsYou.showInInbox'),
      };
    case 'library-missing':
      return createMessages(
        t('needsYou.library-missing.title', { count: need.items }),
        'needsYou.library-missing.consequence',
        'needsYou.showProofs',
      );
    case 'keychain':
      return createMessages(
        t(`needsYou.keychain.${need.state}.title`, {
          name: need.name === '' ? t('needsYou.keychain.name') : need.name,
        }),
        need.state === 'absent' ? 'needsYou.keychain.sessionOnly' : 'needsYou.keychain.unreadable',
        'needsYou.keychain.action',
      );
    case 'key-to-remove':
      return createMessages(
        t('needsYou.key-to-remove.title'),
        'needsYou.key-to-remove.consequence',
        'needsYou.keychain.action',
      );
    case 'update-ready':
      return createMessages(
        t('needsYou.update-ready.title', { version: need.version }),
        need.urgent ? 'needsYou.update-ready.urgent' : 'needsYou.update-ready.consequence',
        'needsYou.showUpdate',
      );
    case 'update-failed':
      return createMessages(
        t(`needsYou.update-failed.${need.problem}`),
        'needsYou.update-failed.consequence',
        'needsYou.showUpdate',
      );
    case 'clock-wrong':
      return createMessages(
        t(`needsYou.clock-wrong.${need.offsetMs > 0 ? 'behind' : 'ahead'}`, {
          duration: formatDuration(Math.abs(need.offsetMs)),
        }),
        'needsYou.clock-wrong.consequence',
        'needsYou.showProfiles',
      );
    case 'managed-problems':
      return createMessages(
        t('needsYou.managed-problems.title', { count: need.problems }),
        'needsYou.managed-problems.consequence',
        'needsYou.showProfiles',
      );
    case 'retention-due':
      return createMessages(
        t('needsYou.retention-due.title', { count: need.items }),
        'needsYou.retention-due.consequence',
        'needsYou.retention-due.action',
      );
    case 'recovery-unsaved':
      return {
        title: t('needsYou.recovery-unsaved.title'),
        consequence: t('needsYou.recovery-unsaved.consequence', { count: need.items }),
        action: t('needsYou.recovery-unsaved.action'),
      };
  }
}

function unknownOutcomeTitle({ label, documents, batchNumber }: NeedOf<'unknown-outcome'>): string {
  if (batchNumber === null) {
    return documents === 0
      ? t('needsYou.unknown-outcome.title', { label })
      : t('needsYou.unknown-outcome.titleOf', { label, documents });
  }
  return documents === 0
    ? t('needsYou.unknown-outcome.titleInBatch', { label, batchNumber })
    : t('needsYou.unknown-outcome.titleOfInBatch', { label, documents, batchNumber });
}

function pausedTitle({ reason, batchNumber, documents }: NeedOf<'batch-paused'>): string {
  const title = t(`needsYou.batch-paused.${reason}`, { batchNumber });
  return documents === 0 ? title : t('needsYou.batch-paused.left', { title, documents });
}

function quarantinedTitle({ walletId, reason }: NeedOf<'event-quarantined'>): string {
  const cause = t(`statementInbox.reason.${reason}`);
  return walletId === null
    ? t('needsYou.event-quarantined.title', { reason: cause })
    : t('needsYou.event-quarantined.titleOfWallet', { walletId, reason: cause });
}
