import { formatBytesOf, t } from '../../../shared/messages/index.ts';
import { isUnaltered, type PackCheck } from '../../../shared/model/evidence.ts';
import { useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { CopyableText } from '../../components/actions/CopyableText.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { Facts } from '../../components/layout/Facts.tsx';
import { Time } from '../../components/layout/Time.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import { ProgressBar } from '../../components/messages/ProgressBar.tsx';
import styles from './Activity.module.css';
import { closePackCheck, stopPackCheck, usePackCheck } from './pack-check.ts';

/** Names of a kind that the dialog shows. */
const maxShownNames = 100;

const kinds = ['altered', 'missing', 'added', 'invalidLines', 'contradicting'] as const;

/** The progress of a check, and its result: whether anything was altered, and what. */
export function PackCheckDialog() {
  const { isRunning, result, error } = usePackCheck();
  const progress = useTopicPart('evidence', (jobs) => jobs.check ?? null, null);
  // While the clerk chooses the folder, nothing is read.
  const isReading = isRunning && progress !== null;
  if (!isReading && result === null && error === null) return null;
  if (isReading)
    return (
      <Dialog
        open
        onClose={stopPackCheck}
        title={t('evidence.progress.check')}
        actions={
          <Button onPress={stopPackCheck} startsFocused>
            {t('evidence.dialog.stop')}
          </Button>
        }
      >
        <ProgressBar label={t('evidence.progress.check')} part={progress.done} total={progress.total} />
        {progress.total > 0 && <p className="sm num">{formatBytesOf(progress.done, progress.total)}</p>}
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={closePackCheck}
      size="large"
      title={t('evidence.check.title')}
      actions={
        <Button onPress={closePackCheck} startsFocused>
          {t('evidence.check.close')}
        </Button>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {result !== null && <PackResult check={result} />}
    </Dialog>
  );
}

function PackResult({ check }: { readonly check: PackCheck }) {
  const { fingerprint, folder, files, record } = check;
  const isIntact = isUnaltered(check);
  const found = kinds.filter((kind) => check[kind].total > 0);
  return (
    <>
      <Notice
        tone={isIntact ? 'info' : 'danger'}
        icon={isIntact ? 'check-circle' : 'problem'}
        title={isIntact ? t('evidence.check.intact') : t('evidence.check.altered')}
        spoken
      >
        {fingerprint === null ? t('evidence.check.noList') : t('evidence.check.files', { count: files })}
      </Notice>
      <Facts
        facts={[
          { term: t('evidence.contents.folder'), value: <bdi>{folder}</bdi> },
          {
            term: t('evidence.check.fingerprint'),
            value:
              fingerprint === null ? (
                t('evidence.check.none')
              ) : (
                <CopyableText text={fingerprint} label={t('evidence.check.copy')} face="raw" />
              ),
          },
          {
            term: t('evidence.check.computer'),
            value:
              record.state === 'unknown' ? (
                t('evidence.check.notRecorded')
              ) : (
                <>
                  {t(`evidence.check.${record.state}`)} <Time value={record.at} form="moment" />
                </>
              ),
          },
        ]}
      />
      {found.map((kind) => (
        <FoundNames
          key={kind}
          title={t(`evidence.found.${kind}`, { count: check[kind].total })}
          list={check[kind]}
        />
      ))}
      {isIntact && <p className="sm dim">{t('evidence.check.promise')}</p>}
    </>
  );
}

function FoundNames({ title, list }: { readonly title: string; readonly list: PackCheck['altered'] }) {
  const names = list.names.slice(0, maxShownNames);
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.packNames} aria-label={title}>
        {names.map((name) => (
          <li key={name} className="raw selectable">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {list.total > names.length && (
        <p className="sm">{t('evidence.check.more', { count: list.total - names.length })}</p>
      )}
    </section>
  );
}
