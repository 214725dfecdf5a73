/** @file Real proxies of the system for tests: tinyproxy, which requires a user name and password, and microsocks. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** True when both programs are installed. */
export const hasProxies = existsSync('/usr/bin/tinyproxy') && existsSync('/usr/bin/microsocks');

/** Credentials that the proxies accept. */
export const acceptedCredentials = { user: 'hansen', password: 'Word1234' };

/** A proxy that runs until the test ends. */
interface RealProxy {
  readonly address: string;
  /** Returns the log of the proxy. */
  log(): Promise<string>;
}

/** Waits until the port accepts connections; rejects when the program has exited. */
async function untilListening(port: number, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    if (hasEnded) throw new Error('The proxy has ended');
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isListening) return;
  }
}

/** Starts a program and waits until it listens on the port. It is ended with the test. */
export async function startProgram(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await untilListening(port, ended);
}

/** Starts an HTTP proxy that requires {@link acceptedCredentials}. */
export async function startTinyproxy(): Promise<RealProxy> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-tinyproxy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = join(folder, 'log');
  const settings = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 60',
    'Allow 127.0.0.1',
    `LogFile "${log}"`,
    'LogLevel Connect',
    `BasicAuth ${acceptedCredentials.user} ${acceptedCredentials.password}`,
  ];
  await writeFile(join(folder, 'conf'), `${settings.join('\n')}\n`);
  await startProgram('/usr/bin/tinyproxy', ['-d', '-c', join(folder, 'conf')], port);
  return { address: `127.0.0.1:${port}`, log: () => readFile(log, 'utf8') };
}

/** Starts a SOCKS5 proxy, which may require {@link acceptedCredentials}. */
export async function startMicrosocks(requiresCredentials: boolean): Promise<RealProxy> {
  const port = await freePort();
  const credentialArgs = requiresCredentials
    ? ['-u', acceptedCredentials.user, '-P', acceptedCredentials.password]
    : [];
  await startProgram('/usr/bin/microsocks', ['-i', '127.0.0.1', '-p', String(port), ...credentialArgs], port);
  return { address: `127.0.0.1:${port}`, log: async () => '' };
}
