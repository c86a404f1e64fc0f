// Blocks of Mermaid become diagrams in the browser (theme/diagram.mts). Until then, and without scripts, the page shows their text.
import type { MarkdownRenderer } from 'vitepress';

/** Renders fenced blocks of the language `mermaid` as the component Diagram. */
export function diagrams(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  if (!fence) throw new Error('markdown-it has no rule for fenced blocks.');
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index]!;
    return info.trim() === 'mermaid' ? `<Diagram text="${encodeURIComponent(content)}" />\n` : fence(tokens, index, ...rest);
  };
}
