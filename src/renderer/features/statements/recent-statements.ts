/** @file The statements that were opened last, for the command palette. Kept until the window closes. */
import { create } from 'zustand';
import { shownProfileId } from '../../app/profiles/active-profile.ts';
import type { RouteParams } from '../../app/routes.ts';
import { onViewStatesReset } from '../../app/view-state.ts';
import { isDeepEqual } from '../../components/data-grid/same-data.ts';

interface RecentStatement {
  readonly profileId: string | null;
  /** Wallet and period. */
  readonly name: string;
  /** Format, or the number of statements of a combined statement. */
  readonly detail: string;
  readonly params: RouteParams['statements'];
}

const maxRecentStatements = 8;
const useStore = create<readonly RecentStatement[]>(() => []);

onViewStatesReset((removedId) =>
  useStore.setState((recent) => recent.filter(({ profileId }) => profileId !== removedId), true),
);

/** Puts a statement that was opened at the top of the list. */
export function addRecentStatement(opened: Omit<RecentStatement, 'profileId'>): void {
  const profileId = shownProfileId();
  const isOther = (other: RecentStatement) =>
    other.profileId !== profileId || !isDeepEqual(other.params, opened.params);
  const next = [{ ...opened, profileId }, ...useStore.getState().filter(isOther)];
  const oldest = next.filter((one) => one.profileId === profileId).at(maxRecentStatements);
  useStore.setState(
    next.filter((one) => one !== oldest),
    true,
  );
}

/** The statements that were opened last in a profile, newest first. */
export function useRecentStatements(): readonly RecentStatement[] {
  const recent = useStore();
  const profileId = shownProfileId();
  return recent.filter((one) => one.profileId === profileId);
}
