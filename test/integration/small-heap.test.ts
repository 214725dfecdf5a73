import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Returns the bytes of V8's young generation after many allocations, half of which are kept for a while. */
function youngSpaceAfterAllocations(before: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${before}
    let kept = [];
    for (let made = 0; made < 3_000_000; made += 1) {
      kept.push({ made, more: [made] });
      if (kept.length > 50_000) kept = kept.slice(25_000);
    }
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    console.log(JSON.stringify(young.physical_space_size));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return z.number().parse(JSON.parse(output));
}

test('the young generation of the heap stays small under load when heaps are limited', () => {
  const module = JSON.stringify(new URL('../../src/main/small-heap.ts', import.meta.url).href);
  const kept = youngSpaceAfterAllocations(`const { limitHeaps } = await import(${module}); limitHeaps();`);
  expect(kept).toBeLessThan(youngSpaceAfterAllocations('') / 4);
  expect(kept).toBeLessThan(16_000_000);
});
