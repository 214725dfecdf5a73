import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Returns the size of V8's young generation in bytes, after many allocations of which half survive for a while. */
function measureYoungGeneration(setupCode: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    ${setupCode}
    let kept = [];
    for (let made = 0; made < 1_000_000; made += 1) {
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
  const module = JSON.stringify(new URL('../../src/main/platform/small-heap.ts', import.meta.url).href);
  const limitedBytes = measureYoungGeneration(
    `const { limitHeaps } = await import(${module}); limitHeaps();`,
  );
  expect(limitedBytes).toBeLessThan(measureYoungGeneration('') / 4);
  expect(limitedBytes).toBeLessThan(16_000_000);
});
