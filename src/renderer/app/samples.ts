/** @file The samples that the shown profile offers; most profiles offer none. */
import type { CommandResult } from '../../shared/contract/index.ts';
import { call } from '../bridge.ts';
import { useQuery } from '../components/layout/use-query.ts';
import { useProfile } from './profiles/use-profile.ts';

export type Samples = CommandResult<'samples.offered'>;

/** `null` until main has answered, and for a profile that offers nothing. */
export function useSamples(): Samples | null {
  const profileId = useProfile()?.id ?? '';
  const { value } = useQuery({ queryKey: profileId, load: () => call('samples.offered', {}) });
  return value;
}
