/** @file The text of the update screen, from `CHANGELOG.md`. */
import { describe, expect, test } from 'vitest';
import { releaseNotes } from '../../../scripts/changelog.ts';

const changelog = `# Changelog

## [Unreleased]

## [1.3.0] - 2026-12-01

### Added

- Statements open
  twice as fast.

### Fixed

- Print a proof in portrait format.

## [1.2.0] - 2026-11-01

[1.2.0]: https://example.com/1.2.0
`;

describe('the notes of a release', () => {
  test('are the headings and entries of its version, one per line', () => {
    expect(releaseNotes(changelog, '1.3.0')).toBe(
      'Added:\n• Statements open twice as fast.\nFixed:\n• Print a proof in portrait format.',
    );
  });

  test.each(['1.3', '1.2.0', 'Unreleased', '2.0.0'])('cannot be read for %s without notes', (version) => {
    expect(() => releaseNotes(changelog, version)).toThrow(version);
  });
});
