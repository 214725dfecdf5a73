import { call } from '../../bridge.ts';
import { useQuery } from '../../components/layout/use-query.ts';

export function useAbout() {
  return useQuery({ queryKey: '', load: () => call('settings.about', {}) });
}
