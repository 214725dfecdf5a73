/** @file Profile switches at random moments: documents reach their own company, and the window never shows data of two companies. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import type { Changes } from '../../../../src/shared/contract/answers.ts';
import { topics } from '../../../../src/shared/contract/index.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import type { TestApp } from '../../../fakes/test-app.ts';
import { attachedNames, type CompanyName, createTwoCompanies, signInTo } from './two-companies.ts';

interface View {
  readonly profileId: string | null;
  readonly batches: readonly number[];
  readonly beneficiaries: number;
  readonly proofs: number;
}

const companyNames: readonly CompanyName[] = ['north', 'south'];
/** Numbers of beneficiaries and references by company. All numbers differ, so that each identifies its company. */
const sizes = { north: { beneficiaries: 3, references: 7 }, south: { beneficiaries: 5, references: 4 } };

function isOfCompany(view: View): view is View & { readonly profileId: CompanyName } {
  return view.profileId === 'north' || view.profileId === 'south';
}

/** Records the state of the window after every message. */
function watchViews(testApp: TestApp): readonly View[] {
  const views: View[] = [];
  let view: View = { profileId: null, batches: [], beneficiaries: 0, proofs: 0 };
  const changeOf = (topic: string, value: unknown): Partial<View> => {
    switch (topic) {
      case 'session': {
        const session = topics.session.value.parse(value);
        return { profileId: session.state === 'signed-out' ? null : session.profile.id };
      }
      case 'batches':
        return { batches: topics.batches.value.parse(value).map(({ id }) => id) };
      case 'beneficiaries':
        return { beneficiaries: topics.beneficiaries.value.parse(value).total };
      case 'proofs':
        return { proofs: topics.proofs.value.parse(value).total };
      default:
        return {};
    }
  };
  const subscriber = {
    send(changes: Changes) {
      for (const { topic, value } of changes) view = { ...view, ...changeOf(topic, value) };
      views.push(view);
    },
  };
  for (const name of ['session', 'batches', 'beneficiaries', 'proofs']) {
    testApp.app.topics.subscribe(subscriber, name);
  }
  return views;
}

/** Sends documents in `steps` steps with switches of the profile at random moments, and compares what arrives and what is shown. */
export async function switchAtRandom(seed: number, steps: number): Promise<void> {
  const random = createRandom(seed);
  const companies = await createTwoCompanies();
  const testApp = await companies.start();
  for (const name of companyNames)
    companies.simulators[name].faults.set('upload', { kind: 'delay', milliseconds: 20 });

  const views = watchViews(testApp);
  const beneficiaryIds: Record<CompanyName, number[]> = { north: [], south: [] };
  for (const name of companyNames) {
    await signInTo(testApp, companies, name);
    for (let index = 0; index < sizes[name].beneficiaries; index += 1) {
      const beneficiary = await testApp.call('beneficiaries.add', {
        label: `${name} ${index}`,
        recipientId: `${name}-${index}`,
      });
      beneficiaryIds[name].push(beneficiary.id);
    }
  }

  const companyByBatch = new Map<number, CompanyName>();
  const sentNames: Record<CompanyName, string[]> = { north: [], south: [] };
  const companiesWithProofs = new Set<CompanyName>();
  let activeCompany: CompanyName = 'south';
  for (let step = 0; step < steps; step += 1) {
    if (random() < 0.6) {
      activeCompany = activeCompany === 'north' ? 'south' : 'north';
      await testApp.call('session.activate', { action: 'profile', profileId: activeCompany });
    }
    if (random() < 0.2 && !companiesWithProofs.has(activeCompany)) {
      companiesWithProofs.add(activeCompany);
      const references = companies.simulators[activeCompany].exampleReferences(
        sizes[activeCompany].references,
      );
      void testApp.call('proofs.fetch', { references, refresh: false });
    }
    const files = Object.fromEntries(
      Array.from(
        { length: 1 + Math.floor(random() * 4) },
        (_, index) => `${activeCompany}-${step}-${index}.pdf`,
      ).map((file) => [file, pdf(file)]),
    );
    const paths = await writeFiles(join(companies.folder, `drop ${step}`), files);
    const batchId = await testApp.drop(paths);
    companyByBatch.set(batchId, activeCompany);
    await testApp.until('batches', (batches) =>
      batches.some(({ id, counts }) => id === batchId && (counts.unassigned ?? 0) >= paths.length),
    );
    const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
    const beneficiaryId = beneficiaryIds[activeCompany][step % beneficiaryIds[activeCompany].length] ?? 0;
    await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    await testApp.call('documents.batch', {
      action: 'start',
      batchId,
      documents: paths.length,
      beneficiaries: 1,
    });
    sentNames[activeCompany].push(...Object.keys(files));
  }

  for (const name of companyNames) {
    await eventually(() =>
      expect(attachedNames(companies.simulators[name])).toEqual(sentNames[name].toSorted()),
    );
    expect(companies.simulators[name].violations()).toEqual([]);
  }
  expect(views.length).toBeGreaterThan(20);
  for (const { profileId, batches, beneficiaries, proofs } of views.filter(isOfCompany)) {
    expect(new Set(batches.map((id) => companyByBatch.get(id)))).not.toContain(
      profileId === 'north' ? 'south' : 'north',
    );
    expect(beneficiaries).toBeLessThanOrEqual(sizes[profileId].beneficiaries);
    expect([0, sizes[profileId].references]).toContain(proofs);
  }
}
