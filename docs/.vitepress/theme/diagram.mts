// A Mermaid diagram. The library is a file of its own, which only pages with diagrams load.
import mermaidFile from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';
import { useData } from 'vitepress';
import { defineComponent, h, onMounted, shallowRef, useId, watch } from 'vue';

interface Mermaid {
  initialize(options: Record<string, unknown>): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}

let library: Promise<Mermaid> | undefined;

function loadMermaid(): Promise<Mermaid> {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = mermaidFile;
    script.onload = () => resolve((window as unknown as { mermaid: Mermaid }).mermaid);
    script.onerror = () => reject(new Error(`${mermaidFile} could not be loaded.`));
    document.head.append(script);
  });
  return library;
}

/** `text`: the diagram, percent-encoded. Drawn again when the reader switches between light and dark. */
export const Diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup(props) {
    const text = decodeURIComponent(props.text);
    const id = `diagram-${useId()}`;
    const { isDark } = useData();
    const drawing = shallowRef<string>();
    const draw = async () => {
      const mermaid = await loadMermaid();
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral', fontFamily: 'inherit' });
      drawing.value = (await mermaid.render(id, text)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    // Focusable, so that a wide diagram is scrolled by keyboard too.
    return () =>
      h('div', { class: 'diagram', tabindex: 0 }, [drawing.value === undefined ? h('pre', text) : h('div', { innerHTML: drawing.value })]);
  },
});
