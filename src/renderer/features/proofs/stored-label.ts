import { t } from '../../../shared/messages/index.ts';

/** Stored proofs, and stored links, which Paydesk has not opened. */
export interface StoredCount {
  readonly proofs: number;
  readonly links: number;
}

/** Such as `7 proofs and 2 links`. */
export function storedLabel({ proofs, links }: StoredCount): string {
  if (links === 0) return t('proofs.save.number', { count: proofs });
  return proofs === 0
    ? t('proofs.stored.links', { count: links })
    : t('proofs.stored.both', { proofs, links });
}
