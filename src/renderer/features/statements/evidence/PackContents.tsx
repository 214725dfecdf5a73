import { formatBytes, formatNumber, t } from '../../../../shared/messages/index.ts';
import type { PackFolder, PackSummary } from '../../../../shared/model/evidence.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Facts } from '../../../components/layout/Facts.tsx';
import { EnvironmentBadge } from '../../../components/messages/EnvironmentBadge.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';

interface PackContentsProps {
  readonly summary: PackSummary;
  /** `null` until the clerk has chosen one. */
  readonly folder: PackFolder | null;
  readonly canChoose: boolean;
  readonly onChooseFolder: () => void;
}

/** What a pack will contain, and where it will be unencrypted. */
export function PackContents({ summary, folder, canChoose, onChooseFolder }: PackContentsProps) {
  const notes = [
    ...(summary.left > 0 ? [t('evidence.contents.left', { count: summary.left })] : []),
    ...(summary.unsearched > 0 ? [t('evidence.contents.unsearched', { count: summary.unsearched })] : []),
  ];
  return (
    <>
      <Facts
        facts={[
          { term: t('evidence.field.profile'), value: <bdi>{summary.profile}</bdi> },
          {
            term: t('evidence.field.environment'),
            value: <EnvironmentBadge environment={summary.environment} />,
          },
          { term: t('evidence.field.statements'), value: formatNumber(summary.statements), face: 'num' },
          { term: t('evidence.field.proofs'), value: formatNumber(summary.proofs), face: 'num' },
          { term: t('evidence.field.activity'), value: formatNumber(summary.activityEntries), face: 'num' },
          {
            term: t('evidence.contents.size'),
            value: t('evidence.contents.files', { count: summary.files, size: formatBytes(summary.bytes) }),
            face: 'num',
          },
          {
            term: t('evidence.contents.folder'),
            value: folder === null ? t('evidence.contents.noFolder') : <bdi>{folder.path}</bdi>,
          },
        ]}
      />
      <div>
        <Button icon="folder" disabled={!canChoose} startsFocused onPress={onChooseFolder}>
          {t('evidence.contents.chooseFolder')}
        </Button>
      </div>
      {notes.map((note) => (
        <p key={note} className="sm">
          {note}
        </p>
      ))}
      <Notice tone="warning" title={t('evidence.contents.unencrypted')}>
        {t('evidence.contents.unencryptedDetail')}
      </Notice>
    </>
  );
}
