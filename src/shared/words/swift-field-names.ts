/** @file Names of the fields of SWIFT messages. The same tag can be another field in messages of another kind. */

/** Names by tag, or by the number of a tag where its letters are forms of one field. */
type Names = Readonly<Record<string, string>>;

const payments: Names = {
  '11': 'Original message',
  '13C': 'Time indication',
  '13D': 'Date and time',
  '19': 'Sum of amounts',
  '20': 'Sender’s reference',
  '21': 'Related reference',
  '21C': 'Mandate reference',
  '21D': 'Return reference',
  '21E': 'Registration reference',
  '21F': 'Exchange deal reference',
  '21R': 'Customer’s reference',
  '23': 'Further identification',
  '23B': 'Bank operation code',
  '23E': 'Instruction code',
  '25': 'Account',
  '25A': 'Charges account',
  '26T': 'Transaction type',
  '27': 'Sequence of total',
  '28': 'Number of the statement',
  '28D': 'Message index',
  '30': 'Date',
  '32A': 'Value date and amount',
  '32B': 'Amount',
  '32C': 'Value date and amount',
  '32D': 'Value date and amount',
  '33B': 'Instructed amount',
  '34F': 'Floor limit',
  '36': 'Exchange rate',
  '37H': 'Interest rate',
  '50': 'Ordering customer',
  '50C': 'Instructing party',
  '50L': 'Instructing party',
  '51': 'Sending institution',
  '52': 'Ordering institution',
  '53': 'Sender’s correspondent',
  '54': 'Receiver’s correspondent',
  '55': 'Third reimbursement institution',
  '56': 'Intermediary',
  '57': 'Beneficiary’s bank',
  '58': 'Beneficiary institution',
  '59': 'Beneficiary',
  '60F': 'Opening balance',
  '60M': 'Intermediate opening balance',
  '61': 'Statement line',
  '62F': 'Closing balance',
  '62M': 'Intermediate closing balance',
  '64': 'Available balance',
  '65': 'Forward available balance',
  '70': 'Remittance information',
  '71A': 'Charges',
  '71B': 'Details of charges',
  '71F': 'Sender’s charges',
  '71G': 'Receiver’s charges',
  '72': 'Bank to bank information',
  '75': 'Queries',
  '76': 'Answers',
  '77A': 'Narrative',
  '77B': 'Regulatory reporting',
  '77E': 'Message of the sender',
  '77F': 'Narrative',
  '77T': 'Envelope contents',
  '79': 'Narrative',
  '86': 'Information to the account owner',
  '90C': 'Number and sum of credits',
  '90D': 'Number and sum of debits',
};

const exchange: Names = {
  '15A': 'General information',
  '15B': 'Transaction details',
  '15C': 'Settlement instructions',
  '17R': 'Party A’s role',
  '22A': 'Type of operation',
  '22B': 'Type of event',
  '22C': 'Common reference',
  '30P': 'Maturity date',
  '30T': 'Trade date',
  '30V': 'Value date',
  '32B': 'Amount bought',
  '33B': 'Amount sold',
  '34E': 'Interest amount',
  '37G': 'Interest rate',
  '82': 'Party A',
  '83': 'Fund or customer',
  '87': 'Party B',
  '94A': 'Scope of operation',
};

const securities: Names = {
  '11A': 'Currency',
  '12A': 'Type of instrument',
  '13A': 'Number',
  '13B': 'Number',
  '16R': 'Start of block',
  '16S': 'End of block',
  '17B': 'Flag',
  '19A': 'Amount',
  '19B': 'Amount',
  '20C': 'Reference',
  '20D': 'Reference',
  '22F': 'Indicator',
  '22H': 'Indicator',
  '23G': 'Function of the message',
  '24B': 'Reason',
  '25D': 'Status',
  '28E': 'Page',
  '35B': 'Security',
  '36B': 'Quantity',
  '36E': 'Quantity',
  '69': 'Period',
  '70': 'Narrative',
  '90': 'Price',
  '92': 'Rate',
  '93': 'Balance',
  '94': 'Place',
  '95': 'Party',
  '97': 'Account',
  '98': 'Date',
  '99': 'Number',
};

const credits: Names = {
  '20': 'Documentary credit number',
  '31C': 'Date of issue',
  '31D': 'Date and place of expiry',
  '32B': 'Amount',
  '39A': 'Tolerance',
  '40A': 'Form of documentary credit',
  '40E': 'Applicable rules',
  '41': 'Available with',
  '42A': 'Drawee',
  '42C': 'Drafts at',
  '43P': 'Partial shipments',
  '43T': 'Transshipment',
  '44A': 'Place of taking in charge',
  '44B': 'Place of final destination',
  '44C': 'Latest date of shipment',
  '44E': 'Port of loading',
  '44F': 'Port of discharge',
  '45A': 'Goods or services',
  '46A': 'Documents required',
  '47A': 'Additional conditions',
  '48': 'Period for presentation',
  '49': 'Confirmation instructions',
  '50': 'Applicant',
  '51': 'Applicant’s bank',
  '57': 'Advise through bank',
  '71D': 'Charges',
  '78': 'Instructions to the bank',
};

/** Names that hold for some types only; the first that fits counts. */
const byType: readonly (readonly [types: RegExp, names: Names])[] = [
  [/^10[1247]$/, { '21': 'Transaction reference', '30': 'Requested execution date' }],
  [/^10[47]$/, { '50': 'Creditor', '52': 'Creditor’s bank', '57': 'Debtor’s bank', '59': 'Debtor' }],
  [
    /^11[0-2]$/,
    { '21': 'Cheque number', '30': 'Date of issue', '50': 'Payer', '52': 'Drawer’s bank', '59': 'Payee' },
  ],
  [/^2(?:0\d|10)$/, { '30': 'Value date' }],
  [/^204$/, { '53': 'Debit institution' }],
  [/^3/, exchange],
  [/^5/, securities],
  [/^7/, credits],
];

/** Numbers whose letters are forms of one field. */
const anyLetter = /^(?:11|21|25|28|41|5\d|69|7[05]|8[237]|9\d)[A-Z]$/;

/** What a clerk calls a field of a message; one without a name is called by its tag. */
export function fieldName(tag: string, type: string | null): string {
  const tables = byType.flatMap(([types, names]) => (type !== null && types.test(type) ? [names] : []));
  const numbers = anyLetter.test(tag) ? [tag.slice(0, 2)] : [];
  for (const key of [tag, ...numbers]) {
    for (const names of [...tables, payments]) {
      const name = names[key];
      if (name !== undefined) return name;
    }
  }
  return `Field ${tag}`;
}
