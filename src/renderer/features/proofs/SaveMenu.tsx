import type { ReactElement } from 'react';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { t } from '../../../shared/messages/index.ts';
import { Menu } from '../../components/actions/Menu.tsx';
import { saveAll } from './proof-actions.ts';

/** The formats in which several proofs are saved. */
export function SaveMenu({
  chosen,
  trigger,
}: {
  readonly chosen: ChosenProofs;
  readonly trigger: ReactElement;
}) {
  return (
    <Menu
      label={t('proofs.save.label')}
      placement="bottom end"
      trigger={trigger}
      entries={[
        {
          id: 'folder',
          label: t('proofs.save.folder'),
          detail: t('proofs.save.folderDetail'),
          icon: 'folder',
          onAction: () => saveAll(chosen, 'folder'),
        },
        {
          id: 'zip',
          label: t('proofs.save.zip'),
          detail: t('proofs.save.zipDetail'),
          icon: 'stored',
          onAction: () => saveAll(chosen, 'zip'),
        },
        {
          id: 'pdf',
          label: t('proofs.save.pdf'),
          detail: t('proofs.save.pdfDetail'),
          icon: 'file',
          onAction: () => saveAll(chosen, 'pdf'),
        },
      ]}
    />
  );
}
