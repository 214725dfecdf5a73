/** @file Expanded beneficiaries of the review with those of their documents that are shown. */
import { useEffect, useRef, useState } from 'react';
import type { ReviewDocument, ReviewGroup } from '../../../../shared/contract/document-review.ts';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { pageLimit } from '../../../../shared/model/paging.ts';
import { call } from '../../../bridge.ts';
import {
  type DocumentKind,
  type ExpandedGroup,
  neededRanges,
  newlyExpanded,
  withMoreDocuments,
} from './review-lines.ts';

interface ExpandedGroups {
  readonly expandedGroups: ReadonlyMap<number, ExpandedGroup>;
  readonly error: PaydeskError | null;
  readonly toggle: (beneficiaryId: number) => void;
  readonly showMore: (beneficiaryId: number, kind: DocumentKind) => void;
  readonly retry: () => void;
}

async function loadRanges(
  batchId: number,
  beneficiaryId: number,
  ranges: readonly (readonly [number, number])[],
): Promise<ReadonlyMap<number, ReviewDocument>> {
  const documents = new Map<number, ReviewDocument>();
  for (const [from, to] of ranges) {
    for (let offset = from; offset < to; offset += pageLimit) {
      const limit = Math.min(pageLimit, to - offset);
      const { rows } = await call('documents.review', {
        action: 'documents',
        batchId,
        beneficiaryId,
        offset,
        limit,
      });
      for (const [index, row] of rows.entries()) documents.set(offset + index, row);
    }
  }
  return documents;
}

/** Expands beneficiaries and loads their documents again with every revision. `groups` are the loaded beneficiaries. */
export function useExpandedGroups(
  batchId: number,
  revision: number,
  groups: readonly ReviewGroup[],
): ExpandedGroups {
  const [expandedGroups, setExpandedGroups] = useState<ReadonlyMap<number, ExpandedGroup>>(new Map());
  const [error, setError] = useState<PaydeskError | null>(null);
  const [retries, setRetries] = useState(0);
  /** The latest request by beneficiary: results of earlier requests are ignored. */
  const latestRequests = useRef(new Map<number, string>());

  useEffect(() => {
    for (const group of groups) {
      const { id } = group.beneficiary;
      const expanded = expandedGroups.get(id);
      if (expanded === undefined) {
        latestRequests.current.delete(id);
        continue;
      }
      const ranges = neededRanges(group, expanded);
      const requestKey = JSON.stringify([revision, retries, ranges]);
      if (latestRequests.current.get(id) === requestKey) continue;
      latestRequests.current.set(id, requestKey);
      loadRanges(batchId, id, ranges).then(
        (documents) => {
          if (latestRequests.current.get(id) !== requestKey) return;
          setExpandedGroups((before) => {
            const current = before.get(id);
            return current === undefined ? before : new Map(before).set(id, { ...current, documents });
          });
        },
        (thrown: unknown) => {
          if (latestRequests.current.get(id) === requestKey) setError(toPaydeskError(thrown));
        },
      );
    }
  });

  return {
    expandedGroups,
    error,
    toggle(id) {
      const next = new Map(expandedGroups);
      if (!next.delete(id)) next.set(id, newlyExpanded);
      setExpandedGroups(next);
    },
    showMore(id, kind) {
      const expanded = expandedGroups.get(id);
      if (expanded !== undefined)
        setExpandedGroups(new Map(expandedGroups).set(id, withMoreDocuments(expanded, kind)));
    },
    retry() {
      setError(null);
      setRetries(retries + 1);
    },
  };
}
