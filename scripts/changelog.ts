/** @file Reads `CHANGELOG.md` (https://keepachangelog.com), the source of the update screen's release notes. */

const emptyLine = /^\s*$/;
const bullet = /^[-*] /;

/** Returns the lines below the heading of a version, without link definitions. */
function sectionOf(changelog: string, version: string): readonly string[] {
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start === -1) throw new Error(`CHANGELOG.md has no section for version ${version}`);
  const linesToNextHeading = lines.slice(start + 1).findIndex((line) => line.startsWith('## '));
  const section = lines.slice(
    start + 1,
    linesToNextHeading === -1 ? undefined : start + 1 + linesToNextHeading,
  );
  return section.filter((line) => !emptyLine.test(line) && !/^\[[^\]]+\]: /.test(line));
}

/**
 * Returns the release notes of a version as plain text: one line for each heading and each entry. Throws when the
 * changelog has no such version or no text for it.
 */
export function releaseNotes(changelog: string, version: string): string {
  const notes: string[] = [];
  for (const line of sectionOf(changelog, version)) {
    const text = line.trim();
    if (line.startsWith('### ')) notes.push(`${text.slice('### '.length)}:`);
    else if (bullet.test(line)) notes.push(`• ${text.slice(2)}`);
    else if (/^\s/.test(line) && notes.length > 0) notes.push(`${notes.pop()} ${text}`);
    else notes.push(text);
  }
  if (notes.length === 0) throw new Error(`CHANGELOG.md says nothing about version ${version}`);
  return notes.join('\n');
}
