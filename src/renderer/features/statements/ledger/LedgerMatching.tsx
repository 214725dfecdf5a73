import { useState } from 'react';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import { formatDecimal } from '../../../../shared/messages/ledger-texts.ts';
import {
  type MatchKind,
  type MatchSettings,
  type MatchSide,
  type MatchSummary,
  matchKindSchema,
  matchSideSchema,
  type NameAlias,
  type ProposalGroup,
  type RowLink,
  type RowMatch,
} from '../../../../shared/model/statements/ledger.ts';
import { toast, toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { Chips } from '../../../components/fields/Chips.tsx';
import { Select } from '../../../components/fields/Select.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { Pane } from '../../../components/layout/Pane.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import { Scope } from '../search/Scope.tsx';
import styles from './Ledger.module.css';
import { type OpenedMatching, scopeSentences } from './ledger-names.ts';
import { MatchList } from './MatchList.tsx';
import { OpenPanes } from './OpenPanes.tsx';
import { ProposalGroups } from './ProposalGroups.tsx';
import { RulesDialog } from './RulesDialog.tsx';

/** Counts and sums of both files, the matches by rule, and how the files are compared. */
function LedgerSummary({ summary }: { readonly summary: MatchSummary }) {
  const kinds = matchKindSchema.options.filter((kind) => summary.matches[kind] > 0);
  const describeKind = (kind: (typeof kinds)[number]) =>
    `${t(`ledger.kind.${kind}`)}: ${t('ledger.summary.matches', { count: summary.matches[kind] })}`;
  return (
    <Pane className={classNames(styles.summary)} label={t('ledger.summary')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('ledger.export.side')}</th>
            <th scope="col">{t('ledger.summary.matched')}</th>
            <th scope="col">{t('ledger.summary.toDecide')}</th>
            <th scope="col">{t('ledger.summary.open')}</th>
            <th scope="col">{t('ledger.summary.sums')}</th>
          </tr>
        </thead>
        <tbody>
          {matchSideSchema.options.map((side) => {
            const { matched, toDecide, open, openSums } = summary[side];
            return (
              <tr key={side}>
                <th scope="row">{t(`ledger.side.${side}`)}</th>
                <td className="num">{formatNumber(matched)}</td>
                <td className="num">{formatNumber(toDecide)}</td>
                <td className="num">{formatNumber(open)}</td>
                <td className="num">
                  {openSums.map(({ currency, rows, incoming, outgoing }) => (
                    <span key={currency} className={styles.sum}>
                      {t('ledger.summary.sum', {
                        currency: currency === '' ? t('ledger.summary.noCurrency') : currency,
                        rows,
                        incoming: formatDecimal(incoming),
                        outgoing: formatDecimal(outgoing),
                      })}
                    </span>
                  ))}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Scope results={kinds.map(describeKind)} sentences={scopeSentences(summary)} />
    </Pane>
  );
}

type List = 'open' | 'decide' | 'matched';

const listNames = { open: 'open', decide: 'toDecide', matched: 'matched' } as const;

/** The list with the next work: what waits for a decision, or else what is open. */
function firstList({ statement, ledger }: MatchSummary): List {
  return statement.toDecide + ledger.toDecide > 0 ? 'decide' : 'open';
}

const rowOf = ({ statement }: RowMatch) => statement[0]?.row ?? 0;
const countRows = ({ statement, ledger }: RowMatch) => statement.length + ledger.length;

interface LedgerMatchingProps {
  readonly matching: OpenedMatching;
  readonly onSettings: (settings: MatchSettings) => void;
  readonly onReading: () => void;
  readonly onLeave: () => void;
}

/** The result of the matching, with the decisions of the clerk. */
export function LedgerMatching({ matching, onSettings, onReading, onLeave }: LedgerMatchingProps) {
  const { handle, dispatch } = useViewer();
  const [summary, setSummary] = useState(matching.summary);
  const [revision, setRevision] = useState(0);
  const [list, setList] = useState<List>(() => firstList(matching.summary));
  const [kind, setKind] = useState<MatchKind | 'all'>('all');
  /** The group whose proposals are listed one by one. */
  const [group, setGroup] = useState<ProposalGroup | null>(null);
  const [isRulesOpen, setIsRulesOpen] = useState(false);
  const { error, run } = useAsyncAction();
  const { statement, ledger, matches } = summary;
  const counts: Readonly<Record<List, number>> = {
    decide: statement.toDecide + ledger.toDecide,
    open: statement.open + ledger.open + statement.toDecide + ledger.toDecide,
    matched: Object.values(matches).reduce((sum, count) => sum + count, 0),
  };

  const apply = (changed: { readonly summary: MatchSummary }) => {
    setSummary(changed.summary);
    dispatch({ type: 'states-changed', kind: 'ledger', isSet: true });
    setRevision((current) => current + 1);
  };
  const link = (rows: RowLink) =>
    run(async () => {
      apply(await call('viewer.ledger', { action: 'link', handle, rows }));
      toast({ sentence: t('ledger.toast.linked', { count: rows.statement.length + rows.ledger.length }) });
    });
  const unlink = (match: RowMatch) =>
    run(async () => {
      apply(await call('viewer.ledger', { action: 'unlink', handle, side: 'statement', row: rowOf(match) }));
      toast({ sentence: t('ledger.toast.unlinked', { count: countRows(match) }) });
    });
  /** Matches or refuses a proposal of a group, or for `null` all of them. */
  const decide = ({ rule, against, rows }: ProposalGroup, proposal: RowMatch | null, isConfirmed: boolean) =>
    run(async () => {
      const row = proposal === null ? null : rowOf(proposal);
      const count = proposal === null ? rows : countRows(proposal);
      apply(await call('viewer.ledger', { action: 'decide', handle, rule, against, row, isConfirmed }));
      if (proposal === null) setGroup(null);
      const sentence = t(isConfirmed ? 'ledger.toast.linked' : 'ledger.toast.refused', { count });
      const undo = async () => {
        apply(await call('viewer.ledger', { action: 'undo', handle }));
        return t('ledger.toast.undone', { count });
      };
      toast({ sentence, undo: { scope: `ledger ${handle}`, run: undo } });
    });
  const rejoin = (side: MatchSide, row: number) =>
    run(async () => apply(await call('viewer.ledger', { action: 'rejoin', handle, side, row })));
  const applyRules = (settings: MatchSettings, aliases: NameAlias[]) =>
    run(async () => {
      setIsRulesOpen(false);
      if (aliases.length > 0) {
        await call('viewer.ledger', { action: 'removeAliases', aliases });
        const next = { handle, ledgerId: matching.ledger.id, settings };
        apply(await call('viewer.ledger', { action: 'match', ...next }));
      }
      onSettings(settings);
    });
  const exportRows = () =>
    run(async () => toastSaved((await call('viewer.ledger', { action: 'export', handle })).savedAs));

  return (
    <div className="column fill">
      <LedgerSummary summary={summary} />
      {error !== null && <ErrorNotice error={error} />}
      <Toolbar>
        <Chips
          label={t('ledger.lists')}
          value={list}
          onChange={setList}
          chips={(['decide', 'open', 'matched'] as const).map((id) => ({
            id,
            label: t(`ledger.summary.${listNames[id]}`),
            count: counts[id],
          }))}
        />
        {list === 'decide' && group !== null && (
          <Button size="small" icon="chevron-left" onPress={() => setGroup(null)}>
            {t('ledger.proposals.leave')}
          </Button>
        )}
        {list === 'matched' && (
          <Select
            label={t('ledger.column.kind')}
            labelHidden
            size="small"
            value={kind}
            onChange={setKind}
            options={[
              { id: 'all', label: t('ledger.matches') },
              ...matchKindSchema.options.map((id) => ({ id, label: t(`ledger.kind.${id}`) })),
            ]}
          />
        )}
        <Spread />
        <Button size="small" onPress={onLeave}>
          {t('ledger.other')}
        </Button>
        <Button size="small" onPress={onReading}>
          {t('ledger.reading')}
        </Button>
        <Button size="small" icon="sliders" onPress={() => setIsRulesOpen(true)}>
          {t('ledger.rules')}
        </Button>
        <Button size="small" icon="download" disabled={counts.open === 0} onPress={() => void exportRows()}>
          {t('ledger.export')}
        </Button>
      </Toolbar>
      {list === 'decide' && (
        <ProposalGroups
          revision={revision}
          onDecide={(decided, isConfirmed) => void decide(decided, null, isConfirmed)}
          onShow={setGroup}
        />
      )}
      {list === 'matched' && (
        <MatchList
          shown={kind === 'all' ? matchKindSchema.options : [kind]}
          revision={revision}
          actions={[{ id: 'unlink', icon: 'close', label: t('ledger.unlink'), run: unlink }]}
        />
      )}
      {list === 'decide' && group !== null && (
        <MatchList
          shown={group}
          revision={revision}
          actions={[
            {
              id: 'confirm',
              icon: 'check',
              label: t('ledger.proposals.confirmOne'),
              run: (proposal) => decide(group, proposal, true),
            },
            {
              id: 'refuse',
              icon: 'close',
              label: t('ledger.proposals.refuseOne'),
              run: (proposal) => decide(group, proposal, false),
            },
          ]}
        />
      )}
      {(list === 'open' || (list === 'decide' && group === null)) && (
        <OpenPanes
          key={list}
          only={list === 'open' ? 'all' : 'to-decide'}
          revision={revision}
          onLink={(rows) => void link(rows)}
          onRejoin={(side, row) => void rejoin(side, row)}
        />
      )}
      {isRulesOpen && (
        <RulesDialog
          settings={matching.settings}
          onApply={(settings, removed) => void applyRules(settings, removed)}
          onClose={() => setIsRulesOpen(false)}
        />
      )}
    </div>
  );
}
