import { describe, expect, test } from 'vitest';
import { profileOf } from '../../fakes/desk.ts';
import { createMachine, signIn } from './support.ts';

describe('what the administrator has decided', () => {
  test('ends the session when the screen is locked', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const desk = await machine.start({ managed });
    await signIn(desk, machine);
    desk.platform.lock();
    await desk.until('session', ({ state }) => state === 'signed-out');
    expect(desk.topic('session').state).toBe('signed-out');
  });

  test('leaves the session alone without a time', async () => {
    const machine = await createMachine();
    const desk = await machine.start();
    await signIn(desk, machine);
    desk.platform.lock();
    expect(desk.topic('session').state).toBe('signed-in');
  });

  test('is what the rest of the program goes by', async () => {
    const machine = await createMachine();
    const helpPage = 'https://intranet.nordlicht.example/paydesk';
    const desk = await machine.start({ managed: { helpPage, storageHosts: ['storage.example'] } });
    expect(desk.app.managed).toMatchObject({ helpPage, storageHosts: ['storage.example'] });
  });
});
