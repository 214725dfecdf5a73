/** @file Expanded beneficiaries of the review with their documents, loaded as far as they are shown. */
import { useEffect, useRef, useState } from 'react';
import type { ReviewDocument, ReviewGroup } from '../../../shared/contract/documents.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { pageLimit } from '../../../shared/model/paging.ts';
import { call } from '../../bridge.ts';
import { type DocumentKind, justOpened, neededPlaces, type OpenGroup, withMore } from './review-lines.ts';

export interface OpenedGroups {
  readonly opened: ReadonlyMap<number, OpenGroup>;
  readonly error: PaydeskError | null;
  readonly toggle: (beneficiaryId: number) => void;
  readonly showMore: (beneficiaryId: number, what: DocumentKind) => void;
  readonly retry: () => void;
}

async function loadPlaces(
  batchId: number,
  beneficiaryId: number,
  ranges: readonly (readonly [number, number])[],
): Promise<ReadonlyMap<number, ReviewDocument>> {
  const documents = new Map<number, ReviewDocument>();
  for (const [from, to] of ranges) {
    for (let offset = from; offset < to; offset += pageLimit) {
      const limit = Math.min(pageLimit, to - offset);
      const { rows } = await call('documents.reviewDocuments', { batchId, beneficiaryId, offset, limit });
      for (const [index, row] of rows.entries()) documents.set(offset + index, row);
    }
  }
  return documents;
}

/** `groups` are the loaded beneficiaries; documents are reloaded with every revision. */
export function useOpenedGroups(
  batchId: number,
  revision: number,
  groups: readonly ReviewGroup[],
): OpenedGroups {
  const [opened, setOpened] = useState<ReadonlyMap<number, OpenGroup>>(new Map());
  const [error, setError] = useState<PaydeskError | null>(null);
  const [retries, setRetries] = useState(0);
  /** The latest request by beneficiary: results of earlier ones are ignored. */
  const latestRequests = useRef(new Map<number, string>());

  useEffect(() => {
    for (const group of groups) {
      const { id } = group.beneficiary;
      const open = opened.get(id);
      if (open === undefined) {
        latestRequests.current.delete(id);
        continue;
      }
      const ranges = neededPlaces(group, open);
      const requestKey = JSON.stringify([revision, retries, ranges]);
      if (latestRequests.current.get(id) === requestKey) continue;
      latestRequests.current.set(id, requestKey);
      loadPlaces(batchId, id, ranges).then(
        (documents) => {
          if (latestRequests.current.get(id) !== requestKey) return;
          setOpened((before) => {
            const now = before.get(id);
            return now === undefined ? before : new Map(before).set(id, { ...now, documents });
          });
        },
        (thrown: unknown) => {
          if (latestRequests.current.get(id) === requestKey) setError(toPaydeskError(thrown));
        },
      );
    }
  });

  return {
    opened,
    error,
    toggle(id) {
      const next = new Map(opened);
      if (!next.delete(id)) next.set(id, justOpened);
      setOpened(next);
    },
    showMore(id, what) {
      const open = opened.get(id);
      if (open !== undefined) setOpened(new Map(opened).set(id, withMore(open, what)));
    },
    retry() {
      setError(null);
      setRetries(retries + 1);
    },
  };
}
