import { useRef } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Groups.module.css';
import type { NamedGroupFilter } from './grouping.ts';

/** The filters for the rows of groups, each with a button that removes it. */
export function GroupFilters() {
  const { namedFilters, openedGroup, dispatch } = useViewer();
  const list = useRef<HTMLUListElement>(null);
  if (namedFilters.length === 0) return null;
  const remove = (group: NamedGroupFilter) => {
    // The button disappears with its filter.
    list.current
      ?.closest('[data-part="split"]')
      ?.querySelector<HTMLElement>('[role="grid"] [role="rowgroup"] [tabindex="0"]')
      ?.focus();
    dispatch({ type: 'remove-group', group });
  };
  return (
    <ul ref={list} className={styles.filters} aria-label={t('statementGroups.filters')}>
      {namedFilters.map((group) => (
        <li key={group === openedGroup ? 'opened' : JSON.stringify(group.filter)} title={group.name}>
          <Button size="small" icon="filter" onPress={() => remove(group)}>
            <span className="sr">{t('statementGroups.removeFilter', { group: group.name })}</span>
            <span className="cut" aria-hidden="true">
              {group.name}
            </span>
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
