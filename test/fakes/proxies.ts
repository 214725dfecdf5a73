/** @file Real proxies of the system for tests: tinyproxy, which asks for a name and a password, and microsocks. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** Whether the programs are there. */
export const hasProxies = existsSync('/usr/bin/tinyproxy') && existsSync('/usr/bin/microsocks');

/** What the proxies let through. */
export const proxyKey = { user: 'hansen', password: 'Word1234' };

/** A proxy that runs until the test ends. */
export interface RealProxy {
  readonly address: string;
  /** What it wrote about its work so far. */
  log(): Promise<string>;
}

/** Waits until somebody listens; rejects when the program has ended. */
async function untilListening(port: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    if (over) throw new Error('The proxy has ended');
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
  }
}

async function run(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await untilListening(port, ended);
}

/** An HTTP proxy that wants {@link proxyKey}. */
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
    `BasicAuth ${proxyKey.user} ${proxyKey.password}`,
  ];
  await writeFile(join(folder, 'conf'), `${settings.join('\n')}\n`);
  await run('/usr/bin/tinyproxy', ['-d', '-c', join(folder, 'conf')], port);
  return { address: `127.0.0.1:${port}`, log: () => readFile(log, 'utf8') };
}

/** A SOCKS5 proxy; with `locked` it wants {@link proxyKey}. */
export async function startMicrosocks(locked: boolean): Promise<RealProxy> {
  const port = await freePort();
  const key = locked ? ['-u', proxyKey.user, '-P', proxyKey.password] : [];
  await run('/usr/bin/microsocks', ['-i', '127.0.0.1', '-p', String(port), ...key], port);
  return { address: `127.0.0.1:${port}`, log: async () => '' };
}
