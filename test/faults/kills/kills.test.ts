import { expect, test } from 'vitest';
import { crashAtRandomCommits, killAtCommits } from './kills.ts';

test('Paydesk attaches every document once after being killed at some commits of a batch', {
  timeout: 400_000,
}, async () => {
  const { commits } = await killAtCommits({ first: 3, every: 4 });
  // Adding, checking, assigning, starting, two updates and eight steps of four documents; some steps share a commit.
  expect(commits).toBeGreaterThan(15);
});

test(
  'Paydesk attaches every document once after its store crashed at five commits',
  { timeout: 400_000 },
  () => crashAtRandomCommits(1, 5),
);
