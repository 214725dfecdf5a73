import { expect, test } from 'vitest';
import { readJsonPayments } from '../../../../src/main/features/proofs/extraction/json/json-payments.ts';
import { readAnswer } from '../../../../src/main/features/proofs/extraction/read-answer.ts';
import { statusLine } from '../../../../src/shared/messages/payment-status.ts';
import { casesOf } from '../../../fakes/files/text-statement.ts';
import { factsIn } from './read-pop.ts';

async function readPop(json: string) {
  const reading = await readAnswer(Buffer.from(JSON.stringify({ pop: json, type: 'JSON' })));
  if (reading === null) throw new Error('The answer was not read');
  const { kind, facts } = reading;
  return { kind, ...facts, statuses: facts.statuses.map(statusLine) };
}

const factsOf = (json: string) => {
  const [first] = readJsonPayments(json).transactions;
  return Object.fromEntries((first?.facts ?? []).map(({ fact, text }) => [fact, text]));
};
const failuresOf = (json: string) => {
  const [first] = readJsonPayments(json).transactions;
  return Object.fromEntries(
    (first?.facts ?? []).flatMap(({ fact, failure }) => (failure === null ? [] : [[fact, failure]])),
  );
};

const commonFacts = {
  amount: { currency: 'EUR', value: '48250.00' },
  from: 'Nordwind GmbH',
  to: 'Škoda Lisovna',
};

/** What an object is, its facts besides the common ones, and the object. */
const objects = `
a flat object in camel case => amountRole=instructed
{"instructedAmount":48250.00,"currency":"EUR","debtorName":"Nordwind GmbH","creditorName":"Škoda Lisovna"}

a flat object in snake case => valueDate=2026-10-14
{"transaction_amount":"48250.00","transaction_currency":"EUR","payer_name":"Nordwind GmbH","beneficiary_name":"Škoda Lisovna","value_date":"2026-10-14"}

a flat object in Pascal case => valueDate=
{"PaymentAmount":48250.00,"CurrencyCode":"EUR","DebtorName":"Nordwind GmbH","CreditorName":"Škoda Lisovna"}

Berlin Group => amountRole=instructed; statuses=Settled (ACSC)
{"transactionStatus":"ACSC","paymentId":"P1","endToEndIdentification":"E2E","instructedAmount":{"currency":"EUR","amount":"48250.00"},
"debtorAccount":{"iban":"DE89370400440532013000"},"debtorName":"Nordwind GmbH",
"creditorName":"Škoda Lisovna","creditorAccount":{"iban":"CZ6508000000192000145399"},"remittanceInformationUnstructured":"INV 7"}

Open Banking => amountRole=instructed; statuses=Pending (AcceptedSettlementInProcess)
{"Data":{"DomesticPaymentId":"58923","Status":"AcceptedSettlementInProcess","Initiation":{"InstructionIdentification":"I",
"EndToEndIdentification":"E","InstructedAmount":{"Amount":"48250.00","Currency":"EUR"},
"DebtorAccount":{"SchemeName":"UK.OBIE.IBAN","Identification":"GB29NWBK60161331926819","Name":"Nordwind GmbH"},
"CreditorAccount":{"SchemeName":"UK.OBIE.SortCodeAccountNumber","Identification":"08080021325698","Name":"Škoda Lisovna"}}},
"Links":{"Self":"https://a.example/1"},"Meta":{}}

parties as objects beside the payment => statuses=Returned (returned): account is closed (AC04)
{"payment":{"amount":{"value":"48250.00","currency":"EUR"},"status":"returned","return_reason":"AC04"},
"payer":{"company_name":"Nordwind GmbH","iban":"DE89370400440532013000"},"payee":{"name":"Škoda Lisovna"}}

amounts and parties in separate groups => amountRole=instructed
{"transaction":{"amounts":{"instructedAmount":{"amount":"48250.00","currency":"EUR"}},
"parties":{"debtor":{"name":"Nordwind GmbH"},"creditor":{"name":"Škoda Lisovna"}},"identification":{"uetr":"U"}}}

ISO 20022 from a converter => amountRole=settled; messageType=pacs.008; valueDate=2026-10-14
{"Document":{"@xmlns":"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08","FIToFICstmrCdtTrf":{"GrpHdr":{"MsgId":"M"},"CdtTrfTxInf":[{
"IntrBkSttlmAmt":{"@Ccy":"EUR","#text":"48250.00"},"IntrBkSttlmDt":"2026-10-14",
"Dbtr":{"Nm":"Nordwind GmbH"},"Cdtr":{"Nm":"Škoda Lisovna"}}]}}}

ISO 20022 from generated code => amountRole=settled; messageType=pacs.008
{"identifier":"pacs.008.001.08","fiToFICstmrCdtTrf":{"grpHdr":{"msgId":"M"},"cdtTrfTxInf":[{"pmtId":{"uetr":"U"},
"intrBkSttlmAmt":{"value":48250.00,"ccy":"EUR"},"dbtr":{"nm":"Nordwind GmbH"},"cdtr":{"nm":"Škoda Lisovna"},
"cdtrAcct":{"id":{"iban":"CZ6508000000192000145399"}}}]}}
`;

test.each(casesOf(objects))('the facts of %s are read', async (_, facts, json) => {
  expect(await readPop(json)).toMatchObject({
    kind: 'json',
    transactions: 1,
    ...commonFacts,
    ...factsIn(facts),
  });
});

test.each([
  ['rejected', 'Refused (rejected)'],
  ['FAILED', 'Refused (FAILED)'],
  ['Declined', 'Refused (Declined)'],
  ['RJCT', 'Refused (RJCT)'],
  ['returned', 'Returned (returned)'],
  ['reversed', 'Returned (reversed)'],
  ['cancelled', 'Cancelled (cancelled)'],
  ['pending', 'Pending (pending)'],
  ['in_progress', 'Pending (in_progress)'],
  ['awaiting_approval', 'Pending (awaiting_approval)'],
  ['AcceptedSettlementCompleted', 'Settled (AcceptedSettlementCompleted)'],
  ['quarantined', 'Unknown status (quarantined)'],
])('a payment with the status %s is shown as %s', async (status, line) => {
  const json = JSON.stringify({ amount: '1.00', currency: 'EUR', status });
  expect((await readPop(json)).statuses).toEqual([line]);
});

test('the success of a call does not count as the success of its payment, but a failure counts for both', async () => {
  const serviceAnswer = (status: string) =>
    JSON.stringify({ status, data: { amount: '1.00', currency: 'EUR', creditorName: 'Nord' } });
  expect((await readPop(serviceAnswer('success'))).statuses).toEqual([]);
  expect((await readPop(serviceAnswer('failed'))).statuses).toEqual(['Refused (failed)']);
});

test('several payments state their number, their total and only the facts that they share', async () => {
  const json = `{"debtorName":"Nordwind GmbH","payments":[
    {"amount":"0.10","currency":"EUR","creditorName":"A","valueDate":"2026-10-14"},
    {"amount":"0.20","currency":"EUR","creditorName":"B","valueDate":"2026-10-14","status":"rejected"}]}`;
  expect(await readPop(json)).toMatchObject({
    transactions: 2,
    amount: { currency: 'EUR', value: '0.30' },
    from: 'Nordwind GmbH',
    to: null,
    valueDate: '2026-10-14',
    statuses: ['Refused (rejected)'],
  });
});

test('each element of a list is one payment, and an element with two amounts has none', async () => {
  const paymentJson = (value: string) =>
    `{"item":{"payment":{"amount":"${value}","currency":"EUR"},"payee":{"name":"N${value}"}}}`;
  const json = `{"results":[${paymentJson('1')},${paymentJson('2')}]}`;
  expect(await readPop(json)).toMatchObject({ transactions: 2, amount: { currency: 'EUR', value: '3' } });
  expect(readJsonPayments(json).transactions.map(({ to }) => to)).toEqual(['N1', 'N2']);
  const currencyExchanges =
    '[{"sold":{"amount":"1","currency":"EUR"},"bought":{"amount":"2","currency":"USD"}},{"amount":"5","currency":"EUR"}]';
  expect(
    readJsonPayments(currencyExchanges).transactions.map(({ amount }) => amount?.amount.value ?? null),
  ).toEqual([null, '5']);
});

test('a payment never takes a fact from another payment', async () => {
  const json = `[{"amount":"1.00","currency":"EUR","debtor":{"name":"A"}},{"amount":"2.00","currency":"USD","creditor":{"name":"B"}}]`;
  expect(await readPop(json)).toMatchObject({ transactions: 2, amount: null, from: null, to: null });
  expect(readJsonPayments(json).transactions.map(({ from, to }) => [from, to])).toEqual([
    ['A', null],
    [null, 'B'],
  ]);
});

test('booked and pending transactions of a list are distinguished, and a negative amount is a debit', () => {
  const json = `{"transactions":{"booked":[{"transactionAmount":{"currency":"EUR","amount":"-12.50"},"creditorName":"A"}],
    "pending":[{"transactionAmount":{"currency":"EUR","amount":"7"},"debtorName":"B"}]}}`;
  expect(readJsonPayments(json).transactions).toMatchObject([
    { amount: { fact: 'entry-debit', amount: { value: '12.50' } }, status: null },
    { amount: { fact: 'amount', amount: { value: '7' } }, status: { standing: 'pending' } },
  ]);
});

test.each([
  ['a whole number that may be an amount in cents', '{"amount":1099,"currency":"usd"}'],
  ['an amount with a scale', '{"amount":{"value":1099,"currency":"EUR","scale":2}}'],
  ['an amount without a currency', '{"amount":"12.50"}'],
  ['an amount with an ambiguous separator', '{"amount":"1,234","currency":"EUR"}'],
  ['an amount in another notation', '{"amount":1E2,"currency":"EUR"}'],
  ['a fee', '{"fee":{"amount":"2.00","currency":"EUR"},"id":"x"}'],
  [
    'two adjacent amounts',
    '{"source":{"amount":"1.00","currency":"EUR"},"target":{"amount":"1.10","currency":"USD"}}',
  ],
  ['two spellings of a name', '{"Amount":"1.00","amount":"2.00","currency":"EUR"}'],
  [
    'an amount that is nested too deeply',
    `${'{"a":'.repeat(40)}{"amount":"1.00","currency":"EUR"}${'}'.repeat(40)}`,
  ],
])('%s gives no amount', async (_, json) => {
  expect(await readPop(json)).toMatchObject({ amount: null, transactions: 1 });
});

test('a number keeps the digits of its source', async () => {
  const value = '123456789012345.10';
  expect(await readPop(`{"amount":${value},"currency":"EUR"}`)).toMatchObject({
    amount: { currency: 'EUR', value },
  });
});

test.each([
  ['dates', '{"from":"2026-01-01","to":"2026-01-31","total":3}'],
  ['addresses', '{"amount":"1.00","currency":"EUR","from":"a@b.example","to":"https://b.example"}'],
  ['accounts', '{"amount":"1.00","currency":"EUR","sender":"DE89370400440532013000","receiver":"acc-991"}'],
  ['banks', '{"amount":"1.00","currency":"EUR","sender":"DEUTDEFF","receiver":"NDEADKKKXXX"}'],
])('%s are not taken for names', async (_, json) => {
  expect(await readPop(json)).toMatchObject({ from: null, to: null });
});

test('references, charges, purpose, accounts and banks are facts', () => {
  const json = `{"messageId":"M-1","uetr":"7a562c67-ca16-48ba-b074-65581be6f001","endToEndId":"E-1","amount":"1.00","currency":"EUR",
    "chargeBearer":"SHAR","purposeCode":"GDDS","debtor":{"name":"A","account":{"iban":"DE89370400440532013000"},"bank":{"bic":"DEUTDEFF"}},
    "creditorAccount":{"iban":"CZ6508000000192000145399"},"creditorAgent":{"bicfi":"CEKOCZPP"},
    "remittanceInformation":{"unstructured":["Invoice 7","second line"]}}`;
  expect(factsOf(json)).toEqual({
    amount: 'EUR 1.00',
    charges: 'SHAR',
    'end-to-end-id': 'E-1',
    uetr: '7a562c67-ca16-48ba-b074-65581be6f001',
    'message-id': 'M-1',
    debtor: 'A',
    'debtor-account': 'DE89370400440532013000',
    'debtor-agent': 'DEUTDEFF',
    'creditor-account': 'CZ6508000000192000145399',
    'creditor-agent': 'CEKOCZPP',
    purpose: 'GDDS',
    remittance: 'Invoice 7 second line',
  });
  expect(failuresOf(json)).toEqual({});
});

test('an identifier that fails its check is kept verbatim and reported', () => {
  const json = `{"amount":"1.00","currency":"EUR","uetr":"12345678-1234-1234-1234-123456789abc",
    "debtorIban":"DE88370400440532013000","debtorBic":"DEUT","creditorAccount":{"iban":"CZ65080000001920001453"}}`;
  expect(factsOf(json)).toMatchObject({ 'debtor-account': 'DE88370400440532013000', 'debtor-agent': 'DEUT' });
  expect(failuresOf(json)).toEqual({
    uetr: 'uetr-form',
    'debtor-account': 'iban-digits',
    'debtor-agent': 'bic-form',
    'creditor-account': 'iban-length',
  });
});
