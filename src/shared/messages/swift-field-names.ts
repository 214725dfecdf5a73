/** @file Names of the fields of SWIFT messages. The meaning of a tag depends on the type of the message. */
import { type MessageKey, t } from './index.ts';

type SwiftFieldName =
  Extract<MessageKey, `swiftFields.${string}`> extends `swiftFields.${infer Name}`
    ? Exclude<Name, 'unnamed'>
    : never;

/** Names by tag, or by the number of a tag for all its letter options. */
type Names = Readonly<Record<string, SwiftFieldName>>;

const payments: Names = {
  '11': 'originalMessage',
  '13C': 'timeIndication',
  '13D': 'dateAndTime',
  '19': 'sumOfAmounts',
  '20': 'sendersReference',
  '21': 'relatedReference',
  '21C': 'mandateReference',
  '21D': 'returnReference',
  '21E': 'registrationReference',
  '21F': 'exchangeDealReference',
  '21R': 'customersReference',
  '23': 'furtherIdentification',
  '23B': 'bankOperationCode',
  '23E': 'instructionCode',
  '25': 'account',
  '25A': 'chargesAccount',
  '26T': 'transactionType',
  '27': 'sequenceOfTotal',
  '28': 'numberOfTheStatement',
  '28D': 'messageIndex',
  '30': 'date',
  '32A': 'valueDateAndAmount',
  '32B': 'amount',
  '32C': 'valueDateAndAmount',
  '32D': 'valueDateAndAmount',
  '33B': 'instructedAmount',
  '34F': 'floorLimit',
  '36': 'exchangeRate',
  '37H': 'interestRate',
  '50': 'orderingCustomer',
  '50C': 'instructingParty',
  '50L': 'instructingParty',
  '51': 'sendingInstitution',
  '52': 'orderingInstitution',
  '53': 'sendersCorrespondent',
  '54': 'receiversCorrespondent',
  '55': 'thirdReimbursementInstitution',
  '56': 'intermediary',
  '57': 'beneficiarysBank',
  '58': 'beneficiaryInstitution',
  '59': 'beneficiary',
  '60F': 'openingBalance',
  '60M': 'intermediateOpeningBalance',
  '61': 'statementLine',
  '62F': 'closingBalance',
  '62M': 'intermediateClosingBalance',
  '64': 'availableBalance',
  '65': 'forwardAvailableBalance',
  '70': 'remittanceInformation',
  '71A': 'charges',
  '71B': 'detailsOfCharges',
  '71F': 'sendersCharges',
  '71G': 'receiversCharges',
  '72': 'bankToBankInformation',
  '75': 'queries',
  '76': 'answers',
  '77A': 'narrative',
  '77B': 'regulatoryReporting',
  '77E': 'messageOfTheSender',
  '77F': 'narrative',
  '77T': 'envelopeContents',
  '79': 'narrative',
  '86': 'informationToTheAccountOwner',
  '90C': 'numberAndSumOfCredits',
  '90D': 'numberAndSumOfDebits',
};

const exchange: Names = {
  '15A': 'generalInformation',
  '15B': 'transactionDetails',
  '15C': 'settlementInstructions',
  '17R': 'partyAsRole',
  '22A': 'typeOfOperation',
  '22B': 'typeOfEvent',
  '22C': 'commonReference',
  '30P': 'maturityDate',
  '30T': 'tradeDate',
  '30V': 'valueDate',
  '32B': 'amountBought',
  '33B': 'amountSold',
  '34E': 'interestAmount',
  '37G': 'interestRate',
  '82': 'partyA',
  '83': 'fundOrCustomer',
  '87': 'partyB',
  '94A': 'scopeOfOperation',
};

const securities: Names = {
  '11A': 'currency',
  '12A': 'typeOfInstrument',
  '13A': 'number',
  '13B': 'number',
  '16R': 'startOfBlock',
  '16S': 'endOfBlock',
  '17B': 'flag',
  '19A': 'amount',
  '19B': 'amount',
  '20C': 'reference',
  '20D': 'reference',
  '22F': 'indicator',
  '22H': 'indicator',
  '23G': 'functionOfTheMessage',
  '24B': 'reason',
  '25D': 'status',
  '28E': 'page',
  '35B': 'security',
  '36B': 'quantity',
  '36E': 'quantity',
  '69': 'period',
  '70': 'narrative',
  '90': 'price',
  '92': 'rate',
  '93': 'balance',
  '94': 'place',
  '95': 'party',
  '97': 'account',
  '98': 'date',
  '99': 'number',
};

const credits: Names = {
  '20': 'documentaryCreditNumber',
  '31C': 'dateOfIssue',
  '31D': 'dateAndPlaceOfExpiry',
  '32B': 'amount',
  '39A': 'tolerance',
  '40A': 'formOfDocumentaryCredit',
  '40E': 'applicableRules',
  '41': 'availableWith',
  '42A': 'drawee',
  '42C': 'draftsAt',
  '43P': 'partialShipments',
  '43T': 'transshipment',
  '44A': 'placeOfTakingInCharge',
  '44B': 'placeOfFinalDestination',
  '44C': 'latestDateOfShipment',
  '44E': 'portOfLoading',
  '44F': 'portOfDischarge',
  '45A': 'goodsOrServices',
  '46A': 'documentsRequired',
  '47A': 'additionalConditions',
  '48': 'periodForPresentation',
  '49': 'confirmationInstructions',
  '50': 'applicant',
  '51': 'applicantsBank',
  '57': 'adviseThroughBank',
  '71D': 'charges',
  '78': 'instructionsToTheBank',
};

/** Names for certain types, in order of precedence. */
const byType: readonly (readonly [types: RegExp, names: Names])[] = [
  [/^10[1247]$/, { '21': 'transactionReference', '30': 'requestedExecutionDate' }],
  [/^10[47]$/, { '50': 'creditor', '52': 'creditorsBank', '57': 'debtorsBank', '59': 'debtor' }],
  [
    /^11[0-2]$/,
    { '21': 'chequeNumber', '30': 'dateOfIssue', '50': 'payer', '52': 'drawersBank', '59': 'payee' },
  ],
  [/^2(?:0\d|10)$/, { '30': 'valueDate' }],
  [/^204$/, { '53': 'debitInstitution' }],
  [/^3/, exchange],
  [/^5/, securities],
  [/^7/, credits],
];

/** Tags whose letter options are forms of one field. */
const tagsWithLetterOptions = /^(?:11|21|25|28|41|5\d|69|7[05]|8[237]|9\d)[A-Z]$/;

/** The name of a field in messages of a type; a field without a name is labelled with its tag. */
export function fieldName(tag: string, type: string | null): string {
  const tables = byType.flatMap(([types, names]) => (type !== null && types.test(type) ? [names] : []));
  const numbers = tagsWithLetterOptions.test(tag) ? [tag.slice(0, 2)] : [];
  for (const key of [tag, ...numbers]) {
    for (const names of [...tables, payments]) {
      const name = names[key];
      if (name !== undefined) return t(`swiftFields.${name}`);
    }
  }
  return t('swiftFields.unnamed', { tag });
}
