import { describe, expect, test } from 'vitest';
import { AgentPool, firstWay } from '../../../src/main/service/proxy.ts';
import { thrownBy } from './incoming.ts';

describe('what a PAC file says', () => {
  test.each([
    ['DIRECT', null],
    ['', null],
    [' ; ', null],
    ['direct', null],
    ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['proxy proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
    ['HTTP proxy.example:3128', 'http://proxy.example:3128'],
    ['HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['SOCKS5 socks.example:1080; PROXY proxy.example:3128', 'http://proxy.example:3128'],
    ['SOCKS socks.example:1080; DIRECT', null],
    ['PROXY', null],
  ])('%s', (pac, way) => {
    if (pac === 'PROXY') expect(thrownBy(() => firstWay(pac)).code).toBe('proxy-refused');
    else expect(firstWay(pac)).toBe(way);
  });

  test.each(['SOCKS5 socks.example:1080', 'QUIC proxy.example:443'])(
    '%s is refused by name, and no other way is taken in silence',
    (pac) => {
      const error = thrownBy(() => firstWay(pac));
      expect(error).toMatchObject({ code: 'proxy-refused', details: { cause: pac.split(' ')[0] } });
    },
  );
});

describe('agents', () => {
  test('are shared by everything that goes the same way, but for connections of one’s own', () => {
    const pool = new AgentPool();
    const direct = pool.for('DIRECT', false);
    expect(pool.for('', false)).toBe(direct);
    expect(pool.for('DIRECT', true)).not.toBe(direct);
    expect(pool.for('PROXY a:1', false)).toBe(pool.for('PROXY a:1; DIRECT', false));
    expect(pool.for('PROXY a:1', false)).not.toBe(pool.for('PROXY b:1', false));
    expect(direct.proxy).toBeNull();
    expect(pool.for('PROXY a:1', false).proxy).toBe('a:1');
    pool.close();
    expect(pool.for('DIRECT', false)).not.toBe(direct);
    pool.close();
  });
});
