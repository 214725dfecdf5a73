import { useId } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { UnknownOutcomes, useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate, replaceParams, useRouteArrival, useRouteParams } from '../../app/routes.ts';
import { createViewState, useViewState } from '../../app/view-state.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { classNames } from '../../components/layout/class-names.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { PageHead } from '../../components/layout/Page.tsx';
import { Split } from '../../components/layout/Panel.tsx';
import { DismissibleError } from '../../components/messages/DismissibleError.tsx';
import { Empty, NumberedSteps } from '../../components/messages/Empty.tsx';
import styles from './Beneficiaries.module.css';
import { BeneficiaryDialogs } from './BeneficiaryDialogs.tsx';
import { BeneficiaryList, BookToolbar, noFilter } from './BeneficiaryList.tsx';
import { BeneficiaryPanel } from './BeneficiaryPanel.tsx';
import { openDialog } from './dialogs.ts';
import { dismissImportError, importFile, useImportState } from './import-file.ts';

const steps = ['drop', 'review', 'record'] as const;

/** The empty state of the address book: its purpose, the first action, and the steps after that. */
function EmptyBook({ isImporting }: { readonly isImporting: boolean }) {
  const headingId = useId();
  return (
    <div className={classNames('fill scroll', styles.bookEmpty)}>
      <div className={styles.bookStart}>
        <Empty
          icon="people"
          title={t('beneficiaries.empty.title')}
          lead={t('beneficiaries.empty.lead')}
          actions={
            <>
              <Button variant="primary" disabled={isImporting} onPress={importFile} startsFocused>
                {isImporting ? t('beneficiaries.importing') : t('beneficiaries.import')}
              </Button>
              <Button onPress={() => openDialog({ kind: 'add', added: 'known' })}>
                {t('beneficiaries.add')}
              </Button>
            </>
          }
          foot={t('beneficiaries.empty.foot')}
        />
      </div>
      <section aria-labelledby={headingId}>
        <h3 id={headingId}>{t('beneficiaries.empty.next')}</h3>
        <NumberedSteps
          steps={steps.map((step) => ({
            title: t(`beneficiaries.empty.steps.${step}.title`),
            text: t(`beneficiaries.empty.steps.${step}.detail`),
          }))}
        />
      </section>
    </div>
  );
}

const savedFilter = createViewState(noFilter);

function Head({ total, isImporting }: { readonly total: number | null; readonly isImporting: boolean }) {
  return (
    <PageHead
      title={t('beneficiaries.title')}
      actions={
        <>
          <Button icon="plus" onPress={() => openDialog({ kind: 'add', added: 'known' })}>
            {t('beneficiaries.add')}
          </Button>
          <Button icon="ledger" disabled={isImporting} onPress={importFile}>
            {isImporting ? t('beneficiaries.importing') : t('beneficiaries.import')}
          </Button>
        </>
      }
    >
      {total !== null && total > 0 && (
        <span className={pageStyles.sub}>{t('beneficiaries.inBook', { total })}</span>
      )}
    </PageHead>
  );
}

function ImportProblem() {
  const { error } = useImportState();
  return (
    <DismissibleError
      error={error}
      dismiss={dismissImportError}
      dismissLabel={t('beneficiaries.dismiss')}
      className={styles.bookProblem}
    />
  );
}

/** The address book: unknown outcomes on top until they are settled, the list, and the panel of the open beneficiary. */
export function BeneficiariesScreen() {
  const revision = useTopicPart('beneficiaries', (value) => value.revision, 0);
  const bookTotal = useTopicPart('beneficiaries', (value) => value.total, 0);
  const outcomes = useUnknownOutcomes();
  const { beneficiaryId } = useRouteParams('beneficiaries');
  const { busy: isImporting } = useImportState();
  const [filter, setFilter] = useViewState(savedFilter);
  useRouteArrival('beneficiaries', (params) => {
    if (params.state !== undefined) setFilter({ search: '', state: params.state });
  });
  const state = filter.state === 'all' ? null : filter.state;
  const search = filter.search.trim();
  const rows = usePagedRows({
    source: JSON.stringify([search, state]),
    revision,
    fetchPage: (offset, limit) => call('beneficiaries.list', { search, state, offset, limit }),
  });
  // Revision 0 is the initial value, before main has counted.
  const total = revision === 0 ? null : bookTotal;

  // The panel follows the cursor; only the first opened row creates a history entry.
  const openBeneficiary = (id: number) => {
    if (beneficiaryId === null) navigate('beneficiaries', { beneficiaryId: id });
    else replaceParams('beneficiaries', { beneficiaryId: id });
  };

  return (
    <>
      <Head total={total} isImporting={isImporting} />
      <UnknownOutcomes outcomes={outcomes} />
      <ImportProblem />
      {total === 0 ? (
        <EmptyBook isImporting={isImporting} />
      ) : (
        <>
          <BookToolbar filter={filter} onFilter={setFilter} />
          <Split
            panel={
              beneficiaryId !== null && (
                <BeneficiaryPanel
                  beneficiaryId={beneficiaryId}
                  revision={revision}
                  onClose={() => replaceParams('beneficiaries', { beneficiaryId: null })}
                />
              )
            }
          >
            <BeneficiaryList
              rows={rows}
              openId={beneficiaryId}
              onOpen={openBeneficiary}
              filter={filter}
              onFilter={setFilter}
            />
          </Split>
        </>
      )}
      <BeneficiaryDialogs />
    </>
  );
}
