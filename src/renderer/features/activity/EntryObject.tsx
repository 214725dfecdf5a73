import { t } from '../../../shared/messages/index.ts';
import { type ActivityEntry, objectScreens } from '../../../shared/model/activity.ts';
import { useOpenTarget } from '../../app/open-target.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { useQuery } from '../../components/layout/use-query.ts';

/** The link to the object of an entry, or the sentence that the object is gone. */
export function EntryObject({ entry }: { readonly entry: ActivityEntry }) {
  const openTarget = useOpenTarget();
  const screen = objectScreens[entry.kind];
  const revision = useTopicPart('activity', (activity) => activity.entries, 0);
  const { value: found } = useQuery({
    queryKey: String(entry.id),
    revision,
    load: async () => ({ object: screen === null ? null : await call('activity.object', { id: entry.id }) }),
  });
  if (screen === null || found === null) return null;
  const { object } = found;
  if (object === null) return <p className="sm dim">{t(`activity.object.gone.${screen}`)}</p>;
  return (
    <p>
      <LinkButton onPress={() => openTarget(object.profileId, object.target)}>
        {t(`activity.object.open.${screen}`)}
      </LinkButton>
    </p>
  );
}
