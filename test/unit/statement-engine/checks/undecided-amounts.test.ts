/** @file The check of the amounts counts rows with an amount that are in no sum, although they may be payments. */
import { expect, test } from 'vitest';
import { casesOf, tableOf } from '../../../fakes/files/text-statement.ts';
import { pointOf } from '../../../fakes/statements/check-points.ts';

const files = `
every amount is in the sums => passed 0 -
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-06,c d,-2.00

a row has an amount and a cell more, and another no amount => look 1 1
Date,Text,Amount,Currency
2026-01-05,a b,-1.00,EUR
2026-01-06,c d,-2.00,EUR,x
2026-01-07,e f,-4.00,EUR
2026-01-08,g h,,EUR,x
2026-01-09,i j,-8.00,EUR
2026-01-10,k l,-9.00,EUR
2026-01-11,m n,-9.00,EUR

a row has no date => look 1 1
Date,Text,Amount
2026-01-05,a b,-1.00
,c d,-2.00
2026-01-07,e f,-4.00

a row may be a balance => look 1 2
Date,Text,Amount
2026-01-05,a b,-1.00
2026-01-06,c d,-2.00
2026-01-07,Balance,97.00

a state is not known => look 1 1
Date,Text,Status,Amount
2026-01-05,a b,Completed,-1.00
2026-01-06,c d,Zabbed,-2.00

amounts may be incoming or outgoing, and one of them is a total => look 2 0,1
Date,Text,Type,Amount
2026-01-05,a b,Zub,1.00
2026-01-06,c d,Zib,2.00
,Total,Zub,3.00

a row is a total, and another payment was not carried out => passed 0 -
Date,Text,Status,Amount
2026-01-05,a b,Completed,-1.00
2026-01-06,c d,Failed,-2.00
,Total,,-1.00
`;

test.each(casesOf(files))('%s', (_, expected, file) => {
  const amounts = pointOf(tableOf(file), 'amounts');
  expect(`${amounts?.result} ${amounts?.facts['cells']} ${amounts?.rows.join() || '-'}`).toBe(expected);
});
