// The blocks of code in a guide, by where they stand and what they are.

/** The blocks of one language under a title of a guide, down to the next title of the same depth. */
export function blocksUnder(guide: string, title: string, language: string): string[] {
  const section = guide.split(`\n${title}\n`)[1]?.split(new RegExp(`\n#{2,${title.indexOf(' ')}} `))[0] ?? '';
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);
}

/** The file of a guide whose first line names it: `// server.mjs`, `# app.py`, `<!-- App.vue -->`. @throws Error when there is none */
export function fileIn(guide: string, name: string): string {
  const blocks = [...guide.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const found = blocks.find(
    (code) =>
      code
        .split('\n', 1)[0]
        ?.replace(/^(\/\/|#|<!--) /, '')
        .replace(/ -->$/, '') === name,
  );
  if (found === undefined) throw new Error(`The guide has no file ${name}.`);
  return found;
}
