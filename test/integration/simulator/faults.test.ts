import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import { practice } from './fault-support.ts';
import { call, linkFor, login, put } from './support.ts';

describe('a fault', () => {
  const refused: Fault = { kind: 'status', status: 418 };

  test('affects all calls until it is removed', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', refused);
    expect([(await send()).status, (await send()).status]).toEqual([418, 418]);
    simulator.faults.clear('wallets');
    expect((await send()).status).toBe(200);
  });

  test('affects `times` calls after `skip` calls', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { ...refused, skip: 1, times: 2 });
    const statuses = [await send(), await send(), await send(), await send()].map(({ status }) => status);
    expect(statuses).toEqual([200, 418, 418, 200]);
  });

  test('affects the calls that match its predicate', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', {
      ...refused,
      when: ({ number, route, path }) => number === 2 && route === 'wallets' && path.endsWith('/wallets'),
    });
    const statuses = [await send(), await send(), await send()].map(({ status }) => status);
    expect(statuses).toEqual([200, 418, 200]);
  });

  test('with a probability affects the same calls for the same seed', async () => {
    const statusesFor = async (seed: number) => {
      const { simulator, send } = await practice({ seed });
      simulator.faults.set('wallets', { ...refused, probability: 0.5 });
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1) statuses.push((await send()).status);
      return statuses;
    };
    const statuses = await statusesFor(7);
    expect(await statusesFor(7)).toEqual(statuses);
    expect(await statusesFor(8)).not.toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 418]));
  });

  test('has precedence over the faults that are listed after it', async () => {
    const { simulator, send } = await practice();
    simulator.faults.set('wallets', { ...refused, times: 1 }, { kind: 'status', status: 500, times: 1 });
    const statuses = [await send(), await send(), await send()].map(({ status }) => status);
    expect(statuses).toEqual([418, 500, 200]);
    expect(simulator.calls().map(({ fault }) => fault)).toEqual([null, 'status', 'status', null]);
  });

  test('of `services` does not affect the storage host, and of `everything` affects all hosts', async () => {
    const { simulator, client, send } = await practice();
    const { link } = await linkFor(simulator, client);
    simulator.faults.set('services', { kind: 'wrong-environment' });
    expect((await send()).status).toBe(403);
    expect((await login(simulator, { ...simulator.credentials, mode: 'apiKey' })).status).toBe(403);
    expect((await put(link)).status).toBe(200);
    simulator.faults.clear();
    simulator.faults.set('everything', refused);
    expect((await send()).status).toBe(418);
    expect((await put(link)).status).toBe(418);
  });

  test('does not hide a violation of the affected call', async () => {
    const { simulator, url } = await practice();
    simulator.faults.set('wallets', refused);
    expect((await call(url)).status).toBe(418);
    expect(simulator.violations()).toMatchObject([{ rule: 'authorization-missing' }]);
  });
});
