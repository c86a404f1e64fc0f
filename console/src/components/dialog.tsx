// A dialog over the page. Escape closes only the topmost one: each dialog of Mantine listens to the key itself, and Mantine's Modal.Stack
// keeps a dialog that unmounts while it is open.
import { getDefaultZIndex, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';

const Z_INDEX: number = getDefaultZIndex('modal');

interface OpenDialog {
  zIndex: number;
  close(): void;
}

/** In the order of opening. */
const open = new Set<OpenDialog>();

addEventListener('keydown', closeTopmost, { capture: true });

function closeTopmost({ key, isComposing, target }: KeyboardEvent): void {
  // Mantine's mark of an element that handles the key itself, such as a field with open options.
  const isHandled = target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
  if (key !== 'Escape' || isComposing || isHandled) return;
  [...open]
    .toSorted((one, other) => one.zIndex - other.zIndex)
    .at(-1)
    ?.close();
}

/** Calls `onEscape` for Escape while `isOpen`, unless another dialog is on top. */
export function useEscape(isOpen: boolean, onEscape: () => void, zIndex = Z_INDEX): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return undefined;
    const dialog: OpenDialog = { zIndex, close: () => close() };
    open.add(dialog);
    return () => void open.delete(dialog);
  }, [isOpen, zIndex]);
}

export function Dialog({ zIndex = Z_INDEX, ...props }: Omit<ModalProps, 'closeOnEscape' | 'zIndex'> & { zIndex?: number }) {
  useEscape(props.opened, props.onClose, zIndex);
  return <Modal {...props} zIndex={zIndex} closeOnEscape={false} />;
}
