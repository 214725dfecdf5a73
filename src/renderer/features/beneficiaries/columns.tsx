/** @file The columns of the address book. */

import { formatNumber } from '../../../shared/messages/index.ts';
import { type Beneficiary, beneficiaryState } from '../../../shared/model/beneficiary.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import type { Column } from '../../components/data-grid/columns.ts';
import { Time } from '../../components/Time.tsx';
import { BeneficiaryStateMark } from './BeneficiaryStateMark.tsx';

const words = beneficiaryScreenWords.list;

export const beneficiaryColumns: readonly Column<Beneficiary>[] = [
  {
    id: 'label',
    word: words.columns.label,
    width: 'rest',
    title: ({ label }) => label,
    cell: ({ label }) => <bdi>{label}</bdi>,
  },
  {
    id: 'recipientId',
    word: words.columns.recipientId,
    width: 144,
    face: 'id',
    title: ({ recipientId }) => recipientId ?? '',
    cell: ({ recipientId }) => (
      <span className="dim">{recipientId ?? <span className="muted">{words.noId}</span>}</span>
    ),
  },
  {
    id: 'documents',
    word: words.columns.documents,
    width: 96,
    align: 'right',
    cell: ({ attached }) => (attached === 0 ? <span className="muted">0</span> : formatNumber(attached)),
  },
  {
    id: 'lastAttached',
    word: words.columns.lastAttached,
    width: 148,
    face: 'dim',
    cell: ({ lastAttachedAt }) =>
      lastAttachedAt === null ? (
        <span className="muted">{words.never}</span>
      ) : (
        <Time value={lastAttachedAt} form="moment" />
      ),
  },
  {
    id: 'state',
    word: words.columns.state,
    width: 176,
    cell: (beneficiary) => <BeneficiaryStateMark state={beneficiaryState(beneficiary)} />,
  },
];
