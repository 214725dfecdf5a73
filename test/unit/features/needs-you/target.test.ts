import { describe, expect, test } from 'vitest';
import { toNeedLine } from '../../../../src/main/features/needs-you/target.ts';
import { createNeedMessages } from '../../../../src/shared/messages/need-messages.ts';
import { screenTargetSchema } from '../../../../src/shared/model/needs-you/screen-target.ts';
import { everyNeed, oneOfEach } from '../../../fakes/every-need.ts';

describe.each(oneOfEach.map((need) => [need.kind, need] as const))('a line of kind %s', (_kind, need) => {
  test('opens the batch, proof, statement, event or beneficiary that it is about', () => {
    const { target } = toNeedLine(need);
    const ids = Object.entries(target).filter(([name]) => name.endsWith('Id') && name in need);
    expect(need).toMatchObject(Object.fromEntries(ids));
    expect(ids).toHaveLength(Object.keys(need).some((name) => /^(?!profile)\w+Id$/.test(name)) ? 1 : 0);
  });

  test('has a target with IDs only, without names, paths, hosts or references', () => {
    const { screen: _, ...rest } = screenTargetSchema.parse(toNeedLine(need).target);
    for (const value of Object.values(rest)) {
      if (typeof value === 'string') expect(value).toMatch(/^[a-z-]+$/);
      else if (value !== null) expect(Number.isInteger(value)).toBe(true);
    }
  });

  test('has a title, the consequence of doing nothing, and the label of an action', () => {
    const { title, consequence, action } = createNeedMessages(need);
    expect(title.length).toBeGreaterThan(5);
    expect(consequence).toMatch(/^[A-Z].*\.$/);
    expect(action).toMatch(/^(?:Show|Open|Settle|Enter|Review|Save) /);
    expect(need.since).not.toBeNull();
  });
});

test('documents that are withheld by an unknown outcome are opened in the group on hold', () => {
  const need = { ...everyNeed['documents-withheld'], onHold: true };
  expect(toNeedLine(need).target).toEqual({ screen: 'documents', batchId: 41, group: 'on-hold' });
});
