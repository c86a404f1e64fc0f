import type { VNode } from 'preact';

/** Hidden fields of a form, sent back unchanged. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }): VNode {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
