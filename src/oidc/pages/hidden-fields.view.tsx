import type { VNode } from 'preact';

/** Fields of a form that nobody sees, sent back unchanged. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }): VNode {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
