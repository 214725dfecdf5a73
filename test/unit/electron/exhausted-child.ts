/** @file Allocates memory until V8 aborts the process. */
const allocated: string[][] = [];
for (;;) allocated.push(Array.from({ length: 100_000 }, (_, index) => `${allocated.length} ${index}`));
