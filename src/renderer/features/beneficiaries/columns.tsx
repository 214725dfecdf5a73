/** @file The columns of the address book. */

import { formatNumber, t } from '../../../shared/messages/index.ts';
import { type Beneficiary, beneficiaryState } from '../../../shared/model/beneficiary.ts';

import type { Column } from '../../components/data-grid/columns.ts';
import { Time } from '../../components/layout/Time.tsx';
import { BeneficiaryStateMark } from './BeneficiaryStateMark.tsx';

export const beneficiaryColumns: readonly Column<Beneficiary>[] = [
  {
    id: 'label',
    get label() {
      return t('beneficiaries.list.columns.label');
    },
    width: 'rest',
    title: ({ label }) => label,
    cell: ({ label }) => <bdi>{label}</bdi>,
  },
  {
    id: 'recipientId',
    get label() {
      return t('beneficiaries.list.columns.recipientId');
    },
    width: 144,
    face: 'id',
    title: ({ recipientId }) => recipientId ?? '',
    cell: ({ recipientId }) => (
      <span className="dim">{recipientId ?? <span>{t('beneficiaries.list.noId')}</span>}</span>
    ),
  },
  {
    id: 'documents',
    get label() {
      return t('beneficiaries.list.columns.documents');
    },
    width: 96,
    align: 'right',
    cell: ({ attached }) => (attached === 0 ? <span>0</span> : formatNumber(attached)),
  },
  {
    id: 'lastAttached',
    get label() {
      return t('beneficiaries.list.columns.lastAttached');
    },
    width: 148,
    face: 'dim',
    cell: ({ lastAttachedAt }) =>
      lastAttachedAt === null ? (
        <span>{t('beneficiaries.list.never')}</span>
      ) : (
        <Time value={lastAttachedAt} form="moment" />
      ),
  },
  {
    id: 'state',
    get label() {
      return t('beneficiaries.list.columns.state');
    },
    width: 176,
    cell: (beneficiary) => <BeneficiaryStateMark state={beneficiaryState(beneficiary)} />,
  },
];
