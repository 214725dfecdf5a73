/** @file View state of each batch, kept during navigation: filter, sort order, open document. */
import { create } from 'zustand';
import type { DocumentSort } from '../../../shared/contract/documents.ts';
import type { DocumentReasonCode } from '../../../shared/model/documents/document.ts';
import { type ChipId, chipForOutgoing } from './list/groups.ts';

export interface BatchView {
  readonly chip: ChipId;
  readonly text: string;
  /** The reason by which a group is filtered; `null` for all reasons. */
  readonly reason: DocumentReasonCode | null;
  readonly sort: DocumentSort;
  /** The document that the panel shows. */
  readonly openId: number | null;
}

const initialView: BatchView = {
  chip: 'all',
  text: '',
  reason: null,
  sort: { by: 'state', descending: false },
  openId: null,
};

const useStore = create<ReadonlyMap<number, BatchView>>(() => new Map());

export function changeView(batchId: number, change: Partial<BatchView>): void {
  const before = useStore.getState();
  useStore.setState(
    new Map(before).set(batchId, { ...(before.get(batchId) ?? initialView), ...change }),
    true,
  );
}

/** Filters by one group and resets the other filters. */
export function filterByGroup(batchId: number, chip: ChipId): void {
  changeView(batchId, { chip, text: '', reason: null, openId: null });
}

/** Resets a filter that hides what is sent, when sending starts. */
export function showOutgoing(batchId: number): void {
  const { chip } = useStore.getState().get(batchId) ?? initialView;
  const nextChip = chipForOutgoing(chip);
  if (nextChip !== chip) filterByGroup(batchId, nextChip);
}

export function useBatchView(batchId: number): BatchView {
  return useStore((views) => views.get(batchId) ?? initialView);
}
